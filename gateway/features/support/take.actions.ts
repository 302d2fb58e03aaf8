import type { Action } from '#gateway/plugins/calls';
import { publishEphemeral } from '#models/bus/publish';
import { supportRequestLive } from '#models/bus/verbs/support';
import { take } from '#models/commands/take';
import { fail } from '#models/contract/failure';
import type { takeTicket } from '#models/contract/support';
import { toId } from '#models/db/model';
import { SupportRequests } from '#models/db/support-requests';
import { findSupportRequest, supportRequestsForViewer } from '#models/db/support-requests.loaders';

/** Takes an open support request or puts it back. */
export const takeTicketAction: Action<typeof takeTicket> = async ({ ticket_id, taken }, ctx) => {
  const found = (await findSupportRequest(ctx, toId(ticket_id))) ?? fail('not_found');
  ctx.require('ticket.handle');
  const { current, isChanged } = await take(SupportRequests, found._id, { status: 'open' }, { me: ctx.me._id, taken });
  if (current && current.status !== 'open') fail('ticket_not_open');
  const now = current ?? fail('not_found');
  const [wire = fail('not_found')] = await supportRequestsForViewer(ctx, [now]);
  if (isChanged) publishEphemeral(await supportRequestLive(now));
  return { data: wire };
};
