import type { JoinRequest, OwnJoinRequest } from '#models/contract/join-requests';
import type { OpenRequest } from '#models/contract/request-desk';
import type { Asker } from '#models/policies/index';
import type { SortOrder } from './cursor.js';
import { type JoinRequestDoc, JoinRequests, type RequestStatus } from './join-requests.js';
import { countRequests, joinRequestsToWire, ownRequestsToWire, shownStatuses } from './join-requests.loaders.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { loadSocieties, type SocietyDoc, societyFacts } from './societies.js';
import { fold } from './text.js';
import { Users } from './users.js';

const newestFirst: SortOrder = [['createdAt', -1, 'date']];

const namedFor = (asker: Asker, society: SocietyDoc): OwnJoinRequest['Society'] =>
  asker.can('society.see', societyFacts(society)) ? { ID: String(society._id), Name: society.name, Image: society.image } : null;

/** One page of a person's own requests with this status. An undecided request stays listed when its society has become hidden. */
export async function ownRequestPage(asker: Asker, user: Id, status: JoinRequest['Status'], cursor: string | undefined, limit: number) {
  const keep = async (batch: JoinRequestDoc[]): Promise<JoinRequestDoc[]> => {
    const societies = await loadSocieties(batch.map(({ society }) => society));
    return batch.filter(({ society: id, pending }) => {
      const society = societies.get(String(id));
      return society !== undefined && asker.can('joinRequest.seeOwn', { society: societyFacts(society), undecided: pending === true });
    });
  };
  const { items, next } = await paginate({ model: JoinRequests, reads: [{ user, status }], order: newestFirst, cursor, limit, keep });
  const [wires, societies] = await Promise.all([ownRequestsToWire(asker, items), loadSocieties(items.map(({ society }) => society))]);
  const requests = items.flatMap(({ society: id }, at): OwnJoinRequest[] => {
    const [wire, society] = [wires[at], societies.get(String(id))];
    return wire && society ? [{ ...wire, Society_ID: String(id), Society: namedFor(asker, society) }] : [];
  });
  return { requests, next };
}

interface ListOptions {
  q: string;
  sort: 'newest' | 'oldest';
  cursor?: string | undefined;
  limit: number;
}

const orderOf = (sort: ListOptions['sort']): SortOrder => (sort === 'newest' ? newestFirst : [['createdAt', 1, 'date']]);

/** Keeps the requests with these words in the name, address or answer of the requester. */
async function matching(batch: JoinRequestDoc[], q: string): Promise<JoinRequestDoc[]> {
  const words = fold(q);
  const accounts = await Users.find({ _id: { $in: batch.map(({ user }) => user) }, deletedAt: null }, { name: 1, email: 1 }).lean();
  const texts = new Map(accounts.map(({ _id, name, email }) => [String(_id), `${fold(name)}\n${fold(email)}`]));
  return batch.filter(({ user, answer }) => `${texts.get(String(user)) ?? ''}\n${fold(answer)}`.includes(words));
}

/** One page of a society's requests, without withdrawn ones. */
export async function requestPage(society: Id, status: RequestStatus | undefined, { q, sort, cursor, limit }: ListOptions) {
  const reads = [{ society, status: status ?? { $in: shownStatuses } }];
  const keep = q === '' ? {} : { keep: (batch: JoinRequestDoc[]) => matching(batch, q) };
  const { items, next } = await paginate({ model: JoinRequests, reads, order: orderOf(sort), cursor, limit, ...keep });
  return { requests: items, next };
}

interface OpenOptions extends ListOptions {
  /** Only requests from before this time. */
  before: Date | null;
  /** Only requests without an answer to the society's question. */
  unanswered: boolean;
}

/** One page of the open requests of these societies, and their number without filters. */
export async function openRequestPage(societies: readonly SocietyDoc[], options: OpenOptions) {
  const { q, sort, before, unanswered, cursor, limit } = options;
  const reads = societies.map(({ _id }) => ({ society: _id, status: 'pending', ...(before && { createdAt: { $lte: before } }) }));
  const keep = async (batch: JoinRequestDoc[]): Promise<JoinRequestDoc[]> => {
    const left = unanswered ? batch.filter(({ answer }) => answer === '') : batch;
    return q === '' || left.length === 0 ? left : matching(left, q);
  };
  const isFiltered = q !== '' || unanswered;
  const [page, open] = await Promise.all([
    paginate({ model: JoinRequests, reads, order: orderOf(sort), cursor, limit, ...(isFiltered && { keep }) }),
    Promise.all(societies.map(({ _id }) => countRequests(_id))),
  ]);
  const named = new Map(societies.map(({ _id, name, image }) => [String(_id), { ID: String(_id), Name: name, Image: image }]));
  const wires = await joinRequestsToWire(page.items);
  const requests = page.items.flatMap(({ society }, at): OpenRequest[] => {
    const [wire, Society] = [wires[at], named.get(String(society))];
    return wire && Society ? [{ ...wire, Society_ID: Society.ID, Society }] : [];
  });
  return { requests, next: page.next, open: open.reduce((sum, { pending }) => sum + pending, 0) };
}
