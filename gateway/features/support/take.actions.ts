import type { Action } from '#gateway/plugins/calls';
import { publishEphemeral } from '#models/bus/publish';
import { supportRequestLive } from '#models/bus/verbs/support';
import { fail } from '#models/contract/failure';
import type { takeTicket } from '#models/contract/support';
import { toId } from '#models/db/model';
import { SupportRequests } from '#models/db/support-requests';
import { findSupportRequest, supportRequestsForViewer } from '#models/db/support-requests.loaders';

/** Takes an open support request or puts it back in one atomic write; a repeat changes nothing. */
export const takeTicketAction: Action<typeof takeTicket> = async ({ ticket_id, taken }, ctx) => {
  const found = (await findSupportRequest(ctx, toId(ticket_id))) ?? fail('not_found');
  ctx.require('platform.manage');
  const me = ctx.me._id;
  const changed = await SupportRequests.findOneAndUpdate(
    { _id: found._id, status: 'open', takenBy: taken ? { $ne: me } : me },
    { $set: { takenBy: taken ? me : null }, $inc: { version: 1 } },
    { returnDocument: 'after' },
  ).lean();
  const current = changed ?? (await SupportRequests.findById(found._id).lean()) ?? fail('not_found');
  if (current.status !== 'open') fail('ticket_not_open');
  const [wire = fail('not_found')] = await supportRequestsForViewer(ctx, [current]);
  if (changed) publishEphemeral(await supportRequestLive(changed));
  return { data: wire };
};
