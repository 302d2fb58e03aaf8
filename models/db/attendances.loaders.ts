import type { Attendance } from '#models/contract/attendance';
import type { Attendee } from '#models/contract/check-in';
import { type AttendanceDoc, Attendances } from './attendances.js';
import type { SortOrder } from './cursor.js';
import { Loader, SharedLoader } from './loader.js';
import { type Id, toId } from './model.js';
import { paginate } from './paginate.js';
import { pairLoader } from './pair-loader.js';
import { fold } from './text.js';
import type { DbSession } from './transaction.js';
import { loadPeople, personImage, personLoader, personName } from './users.js';

const words = { going: 'attending', waiting: 'waiting', none: 'not_attending' } as const satisfies Record<
  AttendanceDoc['state'],
  Attendance
>;

/** State of an attendance in the contract's words; a missing document means not attending. */
export const attendanceWord = (attendance: Pick<AttendanceDoc, 'state'> | null): Attendance => words[attendance?.state ?? 'none'];

/** A person's attendance of an event, also one taken back. */
export type OwnAttendance = Pick<AttendanceDoc, 'state' | 'version'>;

const fields = { _id: 0, event: 1, user: 1, state: 1, version: 1 } as const;
type FoundAttendance = Pick<AttendanceDoc, 'event' | 'user'> & OwnAttendance;

/** Loads attendances of these people at these events, as of now, to look up by person and event. */
export const loadAttendances = pairLoader<FoundAttendance, OwnAttendance>(
  ({ users, things }) =>
    Attendances.find({ event: { $in: things }, user: { $in: users } }, fields)
      .lean<FoundAttendance[]>()
      .exec(),
  ({ event, state, version }) => ({ thing: event, value: { state, version } }),
);

const goingLoader = new Loader<Set<string>>(async (users) => {
  const filter = { user: { $in: users.map(toId) }, state: 'going' } as const;
  const found = await Attendances.find(filter, { _id: 0, event: 1, user: 1 }).lean<Pick<AttendanceDoc, 'event' | 'user'>[]>();
  const events = new Map(users.map((user) => [user, new Set<string>()]));
  for (const { user, event } of found) events.get(String(user))?.add(String(event));
  return events;
});

/** Ids of all events that a person attends, as of now; those who ask in one moment share the query. */
export const loadGoing = async (user: string): Promise<ReadonlySet<string>> => (await goingLoader.fresh(user)) ?? new Set();

/** Position on the waiting list, from 1; null for a person who is not waiting. */
export async function waitingPosition(attendance: AttendanceDoc | null): Promise<number | null> {
  if (attendance?.state !== 'waiting') return null;
  const { event, at } = attendance;
  return (await Attendances.countDocuments({ event, state: 'waiting', at: { $lt: at } })) + 1;
}

/** Number of taken seats of an event. */
export const countGoing = (event: Id, session: DbSession | null = null): Promise<number> =>
  Attendances.countDocuments({ event, state: 'going' }).session(session).exec();

/** Number of seats held by offers. */
export const countHeld = (event: Id, session: DbSession | null = null): Promise<number> =>
  Attendances.countDocuments({ event, offeredUntil: { $exists: true } })
    .session(session)
    .exec();

/** Returns a time later than every waiting attendance, so a newcomer is last even when the clocks of gateways differ. */
export async function endOfQueue(event: Id, session: DbSession): Promise<Date> {
  const last = await Attendances.findOne({ event, state: 'waiting' }, { at: 1 }).sort({ at: -1, _id: -1 }).session(session).lean();
  return new Date(Math.max(Date.now(), (last?.at.getTime() ?? 0) + 1));
}

/** Filter for those of an event whose late check-in waits for a steward. */
const unconfirmed = (event: Id) => ({ event, state: 'going', checkedInAt: null, claimedAt: { $gt: new Date(0) } }) as const;

/** Number of attendees who have checked in. */
export const countCheckedIn = (event: Id): Promise<number> =>
  Attendances.countDocuments({ event, state: 'going', checkedInAt: { $ne: null } }).exec();

const attendeeCounts = new SharedLoader(async (id) => {
  const event = toId(id);
  const [attending, waiting, checked_in] = await Promise.all([
    countGoing(event),
    Attendances.countDocuments({ event, state: 'waiting' }),
    countCheckedIn(event),
  ]);
  return { attending, waiting, checked_in };
}, 'events');

/** The counters of an organiser's list, shared by the organisers. */
export const countAttendees = (event: Id) => attendeeCounts.cached(String(event));

const doorCounts = new SharedLoader(async (id) => {
  const event = toId(id);
  const [checked_in, late] = await Promise.all([countCheckedIn(event), Attendances.countDocuments(unconfirmed(event))]);
  return { checked_in, unconfirmed: late };
}, 'events');

/** The counters of a door screen: who came, and whose late check-in waits for a steward. */
export const countAtDoor = (event: Id) => doorCounts.cached(String(event));

const order = [['at', 1, 'date']] as const satisfies SortOrder;

export interface AttendeeFilter {
  state: 'attending' | 'waiting' | 'checked_in' | 'unconfirmed';
  q: string;
}

function readOf(event: Id, state: AttendeeFilter['state']) {
  if (state === 'unconfirmed') return unconfirmed(event);
  return { event, state: state === 'waiting' ? 'waiting' : 'going', ...(state === 'checked_in' ? { checkedInAt: { $ne: null } } : {}) };
}

/** One page of an event's attendees for its organiser, in the order of registration. */
export async function attendeePage(event: Id, { state, q }: AttendeeFilter, cursor: string | undefined, limit: number) {
  const wanted = fold(q);
  const named = async (batch: AttendanceDoc[]): Promise<AttendanceDoc[]> => {
    const people = await loadPeople(batch.map(({ user }) => user));
    return batch.filter(({ user }) => fold(personName(people.get(String(user)))).includes(wanted));
  };
  const { items: attendees, next } = await paginate({
    model: Attendances,
    reads: [readOf(event, state)],
    order,
    cursor,
    limit,
    ...(wanted === '' ? {} : { keep: named }),
  });
  return { attendees, next };
}

/** Looks up the waiting position of each of these attendances of one event, which share one read. */
async function waitingPositions(attendances: readonly AttendanceDoc[]): Promise<(at: Date) => number> {
  const waiting = attendances.filter(({ state }) => state === 'waiting').sort((a, b) => b.at.getTime() - a.at.getTime());
  const [last] = waiting;
  if (!last) return () => 0;
  const before = { event: last.event, state: 'waiting', at: { $lte: last.at } } as const;
  const found = await Attendances.find(before, { _id: 0, at: 1 }).sort({ at: 1, _id: 1 }).lean<Pick<AttendanceDoc, 'at'>[]>();
  const places = new Map<number, number>();
  for (const [place, { at }] of found.entries()) if (!places.has(at.getTime())) places.set(at.getTime(), place + 1);
  return (at) => places.get(at.getTime()) ?? found.filter((each) => each.at < at).length + 1;
}

/** Attendances of one event in wire form, with names and waiting positions. */
export async function attendeesToWire(attendances: readonly AttendanceDoc[]): Promise<Attendee[]> {
  const [people, positionAt] = await Promise.all([
    personLoader.cachedMany(attendances.map(({ user }) => user)),
    waitingPositions(attendances),
  ]);
  return attendances.map(({ user, state, at, checkedInAt, by, claimedAt, version }) => {
    const person = people.get(String(user));
    return {
      ID: String(user),
      Name: personName(person),
      Image: personImage(person),
      attendance: state === 'waiting' ? 'waiting' : 'attending',
      waiting_position: state === 'waiting' ? positionAt(at) : null,
      At: at.toISOString(),
      Checked_In_At: checkedInAt?.toISOString() ?? null,
      Checked_In_By: by && String(by),
      Claimed_At: claimedAt?.toISOString() ?? null,
      version,
    };
  });
}
