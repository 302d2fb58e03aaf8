import { setTimeout as pause } from 'node:timers/promises';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import type { DataOf } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';
import type { decideRequests, getOpenRequests } from '#models/contract/request-desk';
import { runAuditedPart } from '#models/db/audit-draft';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { openRequestPage } from '#models/db/join-requests.pages';
import { toId } from '#models/db/model';
import { Societies, type SocietyDoc, societyFacts } from '#models/db/societies';
import { findSociety } from '#models/db/societies.loaders';
import { type Decision, decideOne } from './decide-one.js';

const hourMs = 3_600_000;
/** Pause between two decisions of a batch: without it whoever else writes the society or the caller's account meets one conflict after another. */
const pauseMs = 4;

/** Societies in which the caller has the role of an admin. A platform admin's other rights do not fill their desk. */
async function ownSocieties(ctx: Ctx): Promise<SocietyDoc[]> {
  const ids = [...ctx.me.roles].filter(([, role]) => role === 'admin').map(([id]) => toId(id));
  const societies = await Societies.find({ _id: { $in: ids }, removedAt: null }).lean();
  return societies.filter((society) => ctx.can('joinRequest.list', societyFacts(society)));
}

export const getOpenRequestsAction: Action<typeof getOpenRequests> = async ({ waiting_over, unanswered, ...list }, ctx) => {
  const before = waiting_over === undefined ? null : new Date(Date.now() - waiting_over * hourMs);
  const page = await openRequestPage(await ownSocieties(ctx), { ...list, before, unanswered: unanswered === 'true' });
  return { data: page.requests, next: page.next, counts: { open: page.open } };
};

/** Each decision of a batch has an entry of its own in the audit trail. */
const partOf = ({ _id, society }: JoinRequestDoc) => ({ society, subject: { kind: 'request', id: String(_id) } });

/** Code of the refusal; null for a decision. An unexpected error stops one request, not the rest. */
async function refusalOf(ctx: Ctx, request: JoinRequestDoc | undefined, decision: Decision): Promise<ErrorCode | null> {
  try {
    const found = request && (await findSociety(ctx, request.society));
    if (!request || !found) return 'not_found';
    ctx.require('joinRequest.decide', found.facts);
    await runAuditedPart(partOf(request), () => decideOne(ctx, request, decision));
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    ctx.log.error({ err: error, joinRequest: String(request?._id) }, 'requests.batch item failed');
    return 'unavailable';
  }
}

/** Decides one after the other. Repeating the call, also after a lost answer, gives the same answers. */
export const decideRequestsAction: Action<typeof decideRequests> = async ({ request_ids, decision, reason }, ctx) => {
  const status = decision === 'approve' ? 'approved' : 'rejected';
  const found = await JoinRequests.find({ _id: { $in: request_ids.map(toId) } }).lean();
  const byId = new Map(found.map((request) => [String(request._id), request]));
  const data: DataOf<typeof decideRequests> = [];
  for (const [at, request_id] of request_ids.entries()) {
    if (at > 0) await pause(pauseMs);
    const code = await refusalOf(ctx, byId.get(request_id), { status, reason: decision === 'reject' ? reason : '' });
    data.push(code ? { request_id, status: 'refused', code } : { request_id, status });
  }
  return { data };
};
