import { roomOf } from '#models/contract/rooms';
import { ticketUpdated } from '#models/contract/support';
import type { ActivityDoc } from '#models/db/activities';
import { sharedTicketToWire, type TicketDoc, Tickets } from '#models/db/tickets';
import { loadPeopleOf } from '#models/db/tickets.loaders';
import { type LiveMessage, liveMessage } from '../live-stream.js';
import { audienceOf, type VerbSpec } from '../verb.js';

async function messages({ object }: ActivityDoc): Promise<LiveMessage[]> {
  const ticket: TicketDoc | null = await Tickets.findById(object).lean();
  if (!ticket) return [];
  const rooms = [roomOf('support'), ...(ticket.user ? [roomOf('user', String(ticket.user))] : [])];
  return [liveMessage(ticketUpdated, rooms, { ticket: sharedTicketToWire(ticket, await loadPeopleOf([ticket])) })];
}

export const ticketCreatedVerb: VerbSpec<ActivityDoc> = { messages, affectedCounters: () => [] };

/** Notifies the requester of an answer by the support team; the requester's own reply, or a new status alone, only updates screens. */
export const ticketRepliedVerb: VerbSpec<ActivityDoc> = {
  messages,
  async notifications({ object, actor, params }) {
    const ticket = params?.answered ? await Tickets.findById(object).lean() : null;
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
