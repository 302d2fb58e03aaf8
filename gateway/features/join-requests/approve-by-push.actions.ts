import type { Action } from '#gateway/plugins/calls';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { approveByPush } from '#models/contract/request-desk';
import { noteAudit } from '#models/db/audit-draft';
import { JoinRequests } from '#models/db/join-requests';
import { findApprovalToken, OneTimeTokens } from '#models/db/one-time-tokens';
import { loadViewer } from '#models/db/viewer';
import { isStaff } from '#models/policies/scopes';
import { decideOne } from './decide-one.js';

/** Approves a request for whoever got the push, who may decide as of now. A failed attempt leaves the token for the next. */
export const approveByPushAction: Action<typeof approveByPush> = async ({ action_token }, ctx) => {
  const token = await findApprovalToken(action_token);
  if (!token?.object) return fail('validation_failed', { action_token: fieldTexts.link_invalid });
  const me = (await loadViewer(token.user, ctx.settings)) ?? fail('not_found');
  const request = (await JoinRequests.findById(token.object, { society: 1 }).lean()) ?? fail('not_found');
  noteAudit({ actor: me._id, staff: isStaff(me), subject: { kind: 'request', id: String(request._id) } });
  await decideOne({ me }, request, { status: 'approved', reason: '' });
  await OneTimeTokens.deleteOne({ _id: token._id });
  return { data: { request_id: String(request._id), status: 'approved' } };
};
