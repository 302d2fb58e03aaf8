import type { JoinRequest, OwnJoinRequest } from '#models/contract/join-requests';
import type { Asker } from '#models/policies/index';
import type { SortOrder } from './cursor.js';
import { type JoinRequestDoc, JoinRequests } from './join-requests.js';
import { joinRequestsToWire } from './join-requests.loaders.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { loadSocieties, type SocietyDoc, societyFacts } from './societies.js';

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
  const [wires, societies] = await Promise.all([joinRequestsToWire(items), loadSocieties(items.map(({ society }) => society))]);
  const requests = items.flatMap(({ society: id }, at): OwnJoinRequest[] => {
    const [wire, society] = [wires[at], societies.get(String(id))];
    return wire && society ? [{ ...wire, Society_ID: String(id), Society: namedFor(asker, society) }] : [];
  });
  return { requests, next };
}
