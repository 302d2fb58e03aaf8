import type { JoinRequest } from '#models/contract/join-requests';
import { maskedName } from '#models/contract/masked';
import type { Society } from '#models/contract/societies';
import type { Asker } from '#models/policies/index';
import { type JoinRequestDoc, JoinRequests, joinRequestToWire, type RequestStatus } from './join-requests.js';
import { SharedLoader } from './loader.js';
import { type Id, toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { pairLoader } from './pair-loader.js';
import { loadSocieties } from './societies.js';
import type { DbSession } from './transaction.js';
import { loadPeople, Users } from './users.js';

/** Requests in wire form. Contains an e-mail address: for the society's admins and the requester only. */
export async function joinRequestsToWire(requests: readonly JoinRequestDoc[]): Promise<JoinRequest[]> {
  if (requests.length === 0) return [];
  const named = requests.flatMap((each) => [each.user, ...(each.decidedBy ? [each.decidedBy] : []), ...each.history.map(({ by }) => by)]);
  const [people, accounts] = await Promise.all([
    loadPeople(named),
    Users.find({ _id: { $in: requests.map(({ user }) => user) }, deletedAt: null }, { email: 1 }).lean<{ _id: Id; email: string }[]>(),
  ]);
  const emails = new Map(accounts.map(({ _id, email }) => [String(_id), email]));
  return requests.map((request) => joinRequestToWire(request, emails.get(String(request.user)) ?? '', people));
}

/**
 * Requests in wire form for their requesters, who may be outsiders: without the names of those who decided, if these may not be
 * shown outside.
 */
export async function ownRequestsToWire(asker: Asker, requests: readonly JoinRequestDoc[]): Promise<JoinRequest[]> {
  const [wires, societies] = await Promise.all([joinRequestsToWire(requests), loadSocieties(requests.map(({ society }) => society))]);
  const societyOf = ({ society }: JoinRequestDoc) => societies.get(String(society));
  const mayName = await loadNaming(
    asker,
    requests.flatMap((request) =>
      [request.decidedBy, ...request.history.map(({ by }) => by)].flatMap((user) => (user ? [{ society: societyOf(request), user }] : [])),
    ),
  );
  return requests.flatMap((request, at) => {
    const wire = wires[at];
    if (!wire) return [];
    const shown = (user: Id | null | undefined, name: string | null): string | null =>
      name === null || !user || mayName(societyOf(request), user) ? name : maskedName;
    const History = wire.History.map((item, i) => ({ ...item, By: shown(request.history[i]?.by, item.By) }));
    return [{ ...wire, Decided_By: shown(request.decidedBy, wire.Decided_By), History }];
  });
}

/** The newest request of a person in a society, whatever its status. */
export const newestRequest = (user: Id, society: Id, session: DbSession | null = null): Promise<JoinRequestDoc | null> =>
  JoinRequests.findOne({ user, society }).sort({ createdAt: -1 }).session(session).lean();

type OwnRequest = Pick<JoinRequestDoc, '_id' | 'society' | 'user' | 'status' | 'version'>;

/** Newest requests of people in societies: read from the oldest on, so that of several the newest is looked up. */
const loadRequests = pairLoader<OwnRequest, OwnRequest>(
  ({ users, things }) =>
    JoinRequests.find({ user: { $in: users }, society: { $in: things } }, { society: 1, user: 1, status: 1, version: 1 })
      .sort({ createdAt: 1 })
      .lean<OwnRequest[]>()
      .exec(),
  (request) => ({ thing: request.society, value: request }),
);

/** The newest request of a person in each of these societies, whatever its status, by society, as of now. */
export async function newestRequests(user: Id, societies: readonly Id[]): Promise<ReadonlyMap<string, OwnRequest>> {
  const requestsOf = await loadRequests([String(user)], societies.map(String));
  return requestsOf(String(user)) ?? new Map();
}

/** A person's newest request as their own state of a society; a withdrawn one has no status, but its version. */
export const ownRequestToWire = (newest: OwnRequest | undefined): Pick<Society, 'Request_Status' | 'Request_ID' | 'Request_Version'> => ({
  Request_Status: !newest || newest.status === 'withdrawn' ? null : newest.status,
  Request_ID: newest ? String(newest._id) : null,
  Request_Version: newest?.version ?? 0,
});

/** Statuses that a society's admins see. */
export const shownStatuses: RequestStatus[] = ['pending', 'approved', 'rejected'];

const requestCounts = new SharedLoader(async (society) => {
  const [pending = 0, approved = 0, rejected = 0] = await Promise.all(
    shownStatuses.map((status) => JoinRequests.countDocuments({ society: toId(society), status })),
  );
  return { pending, approved, rejected, total: pending + approved + rejected };
});

/** Numbers of a society's requests by status, shared by its admins. */
export const countRequests = (society: Id) => requestCounts.cached(String(society));

const measured = 50;
const hourMs = 3_600_000;

/** Median reply time of the newest decisions in hours; null before the first decision. */
export async function medianReplyHours(society: Id, session: DbSession): Promise<number | null> {
  const times: { createdAt: Date; decidedAt: Date | null }[] = [];
  for (const status of ['approved', 'rejected'] as const) {
    const found = await JoinRequests.find({ society, status }, { createdAt: 1, decidedAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .limit(measured)
      .session(session)
      .lean();
    times.push(...found);
  }
  const hours = times
    .filter((each) => each.decidedAt !== null)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, measured)
    .map((each) => ((each.decidedAt?.getTime() ?? 0) - each.createdAt.getTime()) / hourMs)
    .sort((a, b) => a - b);
  const middle = hours.length >> 1;
  const upper = hours[middle];
  if (upper === undefined) return null;
  const median = hours.length % 2 === 1 ? upper : (upper + (hours[middle - 1] ?? upper)) / 2;
  return Math.round(median * 10) / 10;
}
