import { escalateAfterMs, escalationId, escalationNotification, escalationRetraction } from '#models/bus/nudges';
import { Activities } from '#models/db/activities';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { staffWith } from '#models/db/staff.loaders';
import { type DispatchOptions, dispatchDefaults, notifyAudience, retractFrom } from '../activity/dispatch.js';
import { oneByOne } from '../one-by-one.js';

const [toAppointersMs, toStaffMs] = escalateAfterMs;

/**
 * Tells others that a society's admins do not answer a request: after a week whoever gave them the role, after two the platform
 * admins. Found by a query, so that a lost job loses nothing; delivered once a person, however often it runs.
 */
export async function escalate(now: number = Date.now(), options: DispatchOptions = dispatchDefaults): Promise<void> {
  const createdAt = { $lte: new Date(now - toAppointersMs) };
  const waiting = await JoinRequests.find({ pending: true, createdAt, escalation: { $ne: 2 } })
    .sort({ createdAt: 1 })
    .lean();
  const levelOf = (request: JoinRequestDoc): number => (now - request.createdAt.getTime() >= toStaffMs ? 2 : 1);
  const due = waiting.filter((request) => levelOf(request) > (request.escalation ?? 0));
  await oneByOne(due, (request) => escalateOne(request, levelOf(request), now, options));
}

/** People who made the present admins of a society and are none of them. */
async function appointersOf(society: Id): Promise<Id[]> {
  const admins = (await Memberships.find({ society, role: 'admin' }, { user: 1 }).lean()).map(({ user }) => user);
  const records = await Activities.find(
    { object: { $in: admins }, society, verb: 'member.role', 'params.role': 'admin' },
    { actor: 1 },
  ).lean();
  const own = new Set(admins.map(String));
  return [...new Map(records.map(({ actor }) => [String(actor), actor])).values()].filter((actor) => !own.has(String(actor)));
}

/** Remembers the people, tells them, then marks the level. Retracts it if the request was decided or withdrawn meanwhile. */
async function escalateOne(request: JoinRequestDoc, level: number, now: number, options: DispatchOptions): Promise<void> {
  const society = await Societies.findById(request.society, { name: 1 }).lean();
  if (!society) return;
  const appointers = await appointersOf(society._id);
  const wanted = level === 2 || appointers.length === 0 ? [...appointers, ...(await staffWith('all'))] : appointers;
  const isPending = { _id: request._id, pending: true } as const;
  const marked = await JoinRequests.findOneAndUpdate(
    isPending,
    { $addToSet: { escalatedTo: { $each: wanted } } },
    { returnDocument: 'after' },
  ).lean();
  if (!marked) return;
  const people = marked.escalatedTo ?? [];
  const id = escalationId(request._id);
  await notifyAudience({ id, actor: null, at: new Date(now), spec: escalationNotification(society, people) }, options);
  const reached = appointers.length === 0 ? 2 : level;
  const { matchedCount } = await JoinRequests.updateOne(isPending, { $set: { escalation: reached } });
  if (matchedCount === 0) await retractFrom(escalationRetraction(marked).audience, id, null, options);
}
