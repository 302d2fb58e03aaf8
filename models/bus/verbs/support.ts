import { roomOf } from '#models/contract/rooms';
import { supportRequestUpdated } from '#models/contract/support';
import type { ActivityDoc } from '#models/db/activities';
import { type SupportRequestDoc, SupportRequests, sharedSupportRequestToWire } from '#models/db/support-requests';
import { loadPeopleOf } from '#models/db/support-requests.loaders';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type VerbSpec } from '../verb.js';

async function messages({ object }: ActivityDoc): Promise<LiveMessage[]> {
  const ticket: SupportRequestDoc | null = await SupportRequests.findById(object).lean();
  if (!ticket) return [];
  const rooms = [roomOf('support'), ...(ticket.user ? [roomOf('user', String(ticket.user))] : [])];
  return [liveMessage(supportRequestUpdated, rooms, { ticket: sharedSupportRequestToWire(ticket, await loadPeopleOf([ticket])) })];
}

export const supportRequestCreatedVerb: VerbSpec<ActivityDoc> = { messages, affectedCounters: () => [] };

/** Notifies the requester of an answer by the support team; the requester's own reply, or a new status alone, only updates screens. */
export const supportRequestRepliedVerb: VerbSpec<ActivityDoc> = {
  messages,
  async notifications({ object, actor, params }) {
    const ticket = params?.answered ? await SupportRequests.findById(object).lean() : null;
    const asker = ticket?.user;
    if (!ticket || !asker || String(asker) === String(actor)) return [];
    return [
      {
        key: `ticket:${ticket._id}`,
        type: 'ticket_answered',
        params: { subject: ticket.subject },
        link: '/support/tickets',
        why: 'ticket',
        audience: () => audienceOf(asker),
        society: null,
      },
    ];
  },
  affectedCounters: () => [],
};
