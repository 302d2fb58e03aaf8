import { type SupportRequest, type SupportRequestStatus, supportRequestStatus } from '#models/contract/support';
import type { Asker } from '#models/policies/index';
import type { SortOrder } from './cursor.js';
import { SharedLoader } from './loader.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { type SupportRequestDoc, SupportRequests, supportRequestFacts, supportRequestToWire } from './support-requests.js';
import { loadPeople, type PersonDoc } from './users.js';

const statuses = supportRequestStatus.options;
const order: SortOrder = [['createdAt', -1, 'date']];

/** People named in these support requests. */
export const loadPeopleOf = (tickets: readonly SupportRequestDoc[]): Promise<Map<string, PersonDoc>> =>
  loadPeople(tickets.flatMap(({ user, takenBy, replies }) => [user, takenBy, ...replies.map(({ by }) => by)].filter((id) => id != null)));

/** Support requests as this viewer sees them, in the order given. */
export async function supportRequestsForViewer(asker: Asker, tickets: readonly SupportRequestDoc[]): Promise<SupportRequest[]> {
  if (tickets.length === 0) return [];
  const people = await loadPeopleOf(tickets);
  const isSupport = asker.can('ticket.handle');
  return tickets
    .filter((each) => asker.can('ticket.see', supportRequestFacts(each)))
    .map((each) => supportRequestToWire(each, people, isSupport));
}

/** One support request, if this viewer may see it; else null. */
export async function findSupportRequest(asker: Asker, id: Id): Promise<SupportRequestDoc | null> {
  const found = await SupportRequests.findById(id).lean();
  return found && asker.can('ticket.see', supportRequestFacts(found)) ? found : null;
}

async function page(read: Record<string, unknown>, cursor: string | undefined, limit: number) {
  const { items: tickets, next } = await paginate({ model: SupportRequests, reads: [read], order, cursor, limit });
  return { tickets, next };
}

/** One page of a person's own support requests. */
export const ownSupportRequestPage = (user: Id, cursor: string | undefined, limit: number) => page({ user }, cursor, limit);

/** One page of all support requests, or of those with a status. */
export const supportRequestPage = (status: SupportRequestStatus | undefined, cursor: string | undefined, limit: number) =>
  page(status ? { status } : {}, cursor, limit);

const requestCounts = new SharedLoader(async (): Promise<Record<SupportRequestStatus, number>> => {
  const [open = 0, answered = 0, closed = 0] = await Promise.all(statuses.map((status) => SupportRequests.countDocuments({ status })));
  return { open, answered, closed };
});

/** Numbers of support requests by status, shared by the support team. */
export const countSupportRequests = () => requestCounts.cached();
