import { type RecordDoc, recordActivity } from '#models/bus/records';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { countGoing, countHeld } from '#models/db/attendances.loaders';
import { afterPosition, type ListPosition, positionOf, type SortOrder } from '#models/db/cursor';
import { type EventDoc, Events, hasEnded } from '#models/db/events';
import { localOf } from '#models/db/local-time';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies, societyFacts } from '#models/db/societies';
import { staffAmong } from '#models/db/staff.loaders';
import type { DbSession } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { can } from '#models/policies/index';
import { offerEndOf } from './offer-times.js';

/**
 * First write of a transaction in which seats change hands: locks the event against other such transactions, so that later
 * reads stay true. Null if there is no such event.
 */
export const lockEvent = (session: DbSession, id: Id): Promise<EventDoc | null> =>
  Events.findOneAndUpdate({ _id: id, removedAt: null }, { $inc: { rev: 1 } }, { session, returnDocument: 'after' }).lean();

interface Change {
  attendance: Pick<AttendanceDoc, '_id' | 'user'>;
  event: EventDoc;
  verb: 'attendance.changed' | 'seat.given' | 'seat.offered';
  params?: Record<string, string>;
}

/** Records a change of attendance of an event with seats. */
export const recordAttendance = (session: DbSession, { attendance, event, verb, params }: Change): Promise<RecordDoc> =>
  recordActivity(session, {
    actor: attendance.user,
    verb,
    object: attendance._id,
    society: event.society,
    open: false,
    params: { event: String(event._id), ...params },
  });

const batchSize = 50;

/** Those of these people who may see the event, by the society's current settings. */
export async function viewersAmong(
  session: DbSession | null,
  event: Pick<EventDoc, 'society'>,
  users: readonly Id[],
): Promise<Set<string>> {
  const society = await Societies.findById(event.society).session(session).lean();
  if (!society || society.removedAt) return new Set();
  if (can(null, 'society.events', societyFacts(society))) return new Set(users.map(String));
  const [members, staff] = [
    await Memberships.find({ society: society._id, user: { $in: users } }, { user: 1 })
      .session(session)
      .lean(),
    await staffAmong(users, 'moderate', session),
  ];
  return new Set([...members.map(({ user }) => user), ...staff].map(String));
}

/**
 * Whether somebody may see the event, by the society's current settings. Holds the membership that allows it: its end gives up
 * their seats, and must not overlap with taking one.
 */
export async function holdEventAccess(session: DbSession, event: Pick<EventDoc, 'society'>, user: Id): Promise<boolean> {
  if (!(await viewersAmong(session, event, [user])).has(String(user))) return false;
  await Memberships.updateOne({ society: event.society, user }, { $inc: { version: 1 } }, { session });
  return true;
}

/** Those of these people who may have a seat. */
async function eligibleAmong(session: DbSession, event: EventDoc, users: readonly Id[]): Promise<Set<string>> {
  const viewers = await viewersAmong(session, event, users);
  const here = { _id: { $in: users }, deletedAt: null, suspendedAt: null };
  const people = await Users.find(here, { _id: 1 }).session(session).lean();
  return new Set(people.map(({ _id }) => String(_id)).filter((id) => viewers.has(id)));
}

const queueOrder: SortOrder = [['at', 1, 'date']];

/** First people on the waiting list without an offer, one for each seat; skips people who may no longer see the event. */
async function firstWaiting(session: DbSession, event: EventDoc, seats: number): Promise<AttendanceDoc[]> {
  const chosen: AttendanceDoc[] = [];
  // Without a limit, all get a seat.
  const isOffered = event.seats === null ? {} : { offeredUntil: { $exists: false } };
  const waits = { event: event._id, state: 'waiting', ...isOffered } as const;
  let from: ListPosition | null = null;
  while (chosen.length < seats) {
    const waiting: AttendanceDoc[] = await Attendances.find({ ...waits, ...afterPosition(queueOrder, from) })
      .sort({ at: 1, _id: 1 })
      .limit(batchSize)
      .session(session)
      .lean();
    const eligible = await eligibleAmong(
      session,
      event,
      waiting.map(({ user }) => user),
    );
    chosen.push(...waiting.filter(({ user }) => eligible.has(String(user))));
    const last = waiting.at(-1);
    if (!last || waiting.length < batchSize) break;
    from = positionOf(last, queueOrder);
  }
  return chosen.slice(0, seats);
}

export interface FilledSeats {
  event: EventDoc;
  /** Records to publish after the commit. */
  records: RecordDoc[];
}

/** Whether the event can still be attended. */
export const isAttendable = (event: EventDoc): boolean => !event.cancelledAt && !hasEnded(event);

/** Gives a seat to a waiting person. */
async function give(session: DbSession, event: EventDoc, attendance: AttendanceDoc, at: Date): Promise<RecordDoc> {
  const change = { $set: { state: 'going' as const, at }, $unset: { offeredUntil: 1 }, $inc: { version: 1 } };
  await Attendances.updateOne({ _id: attendance._id }, change, { session });
  return recordAttendance(session, { attendance, event, verb: 'seat.given' });
}

/** Holds a seat for a waiting person, to be taken until a time. The record has this time by the university's clocks. */
async function offer(session: DbSession, event: EventDoc, attendance: AttendanceDoc, offeredUntil: Date): Promise<RecordDoc> {
  await Attendances.updateOne({ _id: attendance._id }, { $set: { offeredUntil }, $inc: { version: 1 } }, { session });
  const params = localOf(offeredUntil, event.offerZone ?? 'UTC');
  return recordAttendance(session, { attendance, event, verb: 'seat.offered', params });
}

/**
 * Gives every free seat to the first waiting person, or offers it, while the event can be attended, and sets the event's counters
 * from their source: a seat that is offered is not free. Ends every transaction that changes seats or their number, begun by
 * `lockEvent`. `going` is the number of taken seats, if the caller has it.
 */
export async function fillSeats(session: DbSession, event: EventDoc, going?: number): Promise<FilledSeats> {
  const taken = going ?? (await countGoing(event._id, session));
  const held = event.seats === null ? 0 : await countHeld(event._id, session);
  const free = event.seats === null ? Number.POSITIVE_INFINITY : event.seats - taken - held;
  const moved = free > 0 && isAttendable(event) ? await firstWaiting(session, event, free) : [];
  const at = new Date();
  const records: RecordDoc[] = [];
  const until = event.seats === null ? null : offerEndOf(event, at);
  for (const attendance of moved)
    records.push(await (until ? offer(session, event, attendance, until) : give(session, event, attendance, at)));
  const attendees = until ? taken : taken + moved.length;
  const seatsLeft = event.seats === null ? null : Math.max(0, event.seats - taken - held - moved.length);
  const counters = { $set: { attendees, seatsLeft }, $inc: { rev: 1 } };
  const written = await Events.findOneAndUpdate({ _id: event._id }, counters, { session, returnDocument: 'after' }).lean();
  return { event: written ?? event, records };
}

/** Sets the number of free seats from its source, and gives none away: for an event that cannot be attended. */
export async function recountSeats(session: DbSession, event: EventDoc): Promise<EventDoc> {
  const taken = (await countGoing(event._id, session)) + (await countHeld(event._id, session));
  const seatsLeft = event.seats === null ? null : Math.max(0, event.seats - taken);
  await Events.updateOne({ _id: event._id }, { $set: { seatsLeft } }, { session });
  return { ...event, seatsLeft };
}

/** Ends an attendance with all that follows, for a person who deletes the account or may no longer see the event. */
export async function giveUpSeat(session: DbSession, eventId: Id, user: Id): Promise<RecordDoc[]> {
  const event = await lockEvent(session, eventId);
  const attendance = await Attendances.findOneAndUpdate(
    { event: eventId, user, state: { $ne: 'none' } },
    {
      $set: { state: 'none', at: new Date(), checkedInAt: null, by: null, claimedAt: null },
      $unset: { offeredUntil: 1 },
      $inc: { version: 1 },
    },
    { session, returnDocument: 'before' },
  ).lean();
  if (!event || !attendance) return [];
  const changed = await recordAttendance(session, { attendance, event, verb: 'attendance.changed' });
  if (event.seats !== null) return [changed, ...(await fillSeats(session, event)).records];
  // Toggles may be counting concurrently, so recomputing here would count twice.
  if (attendance.state === 'going') await Events.updateOne({ _id: eventId }, { $inc: { attendees: -1, rev: 1 } }, { session });
  return [changed];
}
