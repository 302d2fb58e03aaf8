import { type Ticket, type TicketStatus, ticketStatus } from '#models/contract/support';
import type { Asker } from '#models/policies/index';
import type { SortOrder } from './cursor.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { type TicketDoc, Tickets, ticketFacts, ticketToWire } from './tickets.js';
import { loadPeople, type PersonDoc } from './users.js';

const statuses = ticketStatus.options;
const order: SortOrder = [['createdAt', -1, 'date']];

/** People named in these tickets. */
export const loadPeopleOf = (tickets: readonly TicketDoc[]): Promise<Map<string, PersonDoc>> =>
  loadPeople(tickets.flatMap(({ user, replies }) => [...(user ? [user] : []), ...replies.map(({ by }) => by)]));

/** Tickets as this viewer sees them, in the order given. */
export async function ticketsForViewer(asker: Asker, tickets: readonly TicketDoc[]): Promise<Ticket[]> {
  if (tickets.length === 0) return [];
  const people = await loadPeopleOf(tickets);
  const isSupport = asker.can('platform.manage');
  return tickets.filter((each) => asker.can('ticket.see', ticketFacts(each))).map((each) => ticketToWire(each, people, isSupport));
}

/** One ticket, if this viewer may see it; else null. */
export async function findTicket(asker: Asker, id: Id): Promise<TicketDoc | null> {
  const found = await Tickets.findById(id).lean();
  return found && asker.can('ticket.see', ticketFacts(found)) ? found : null;
}

async function page(reads: Record<string, unknown>[], cursor: string | undefined, limit: number) {
  const { items: tickets, next } = await paginate({ model: Tickets, reads, order, cursor, limit });
  return { tickets, next };
}

/** One page of a person's own tickets. */
export const ownTicketPage = (user: Id, cursor: string | undefined, limit: number) => page([{ user }], cursor, limit);

/** One page of all tickets. */
export const ticketPage = (status: TicketStatus | undefined, cursor: string | undefined, limit: number) =>
  page(
    (status ? [status] : statuses).map((each) => ({ status: each })),
    cursor,
    limit,
  );

/** Numbers of tickets by status. */
export async function countTickets(): Promise<Record<TicketStatus, number>> {
  const [open = 0, answered = 0, closed = 0] = await Promise.all(statuses.map((status) => Tickets.countDocuments({ status })));
  return { open, answered, closed };
}
