import { holdCaller } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { countsOfEvent } from '#models/bus/verbs/attendance';
import { fillSeats, holdEventAccess, lockEvent, recordAttendance } from '#models/commands/seats';
import { attendanceMessages, type toggleAttendance } from '#models/contract/attendance';
import { fail } from '#models/contract/failure';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { attendanceWord, countGoing, countHeld, endOfQueue, waitingPosition } from '#models/db/attendances.loaders';
import { incrementCounters } from '#models/db/counters';
import { type EventDoc, Events } from '#models/db/events';
import { eventFacts, type FoundEvent, findEvent } from '#models/db/events.loaders';
import { type Id, newId, toId } from '#models/db/model';
import { conflict, retryOnConflict } from '#models/db/retry-on-conflict';
import { societyFacts } from '#models/db/societies';
import { type DbSession, transaction } from '#models/db/transaction';
import { writeBarrier } from '#models/db/write-barrier';
import type { EventFacts } from '#models/policies/facts';
import { can } from '#models/policies/index';

type State = AttendanceDoc['state'];
const states = { attending: 'going', waiting: 'waiting', not_attending: 'none' } as const satisfies Record<string, State>;

interface Changed {
  attendance: AttendanceDoc | null;
  event: EventDoc;
}

/** Fails with the reason why attendance cannot change any more, after the check of rights. */
function requireOpen(ctx: Ctx, facts: EventFacts): void {
  if (ctx.can('event.attend', facts)) return;
  if (ctx.me.verified && facts.cancelled) fail('event_cancelled');
  if (ctx.me.verified && facts.over) fail('event_over');
  ctx.require('event.attend', facts);
}

/** Whether the state needs no change. A person with a seat need not wait for one. */
const isAlready = (own: AttendanceDoc | null, wanted: State): boolean =>
  (own?.state ?? 'none') === wanted || (wanted === 'waiting' && own?.state === 'going');

const ownOf = (event: Id, user: Id, session: DbSession | null = null): Promise<AttendanceDoc | null> =>
  Attendances.findOne({ event, user }).session(session).lean().exec();

/** Ends an offer of a seat, if there is one. */
const notOffered = { $unset: { offeredUntil: 1 } } as const;
const left = { checkedInAt: null, by: null, claimedAt: null };

/**
 * Sets the state without a seat limit: one atomic write that is its own outbox record. When the state changed meanwhile, returns
 * null or throws a duplicate key error.
 */
async function setState(session: DbSession | null, event: Id, user: Id, own: AttendanceDoc | null, state: State) {
  if (!session) await writeBarrier.wait?.(null);
  const now = new Date();
  return Attendances.findOneAndUpdate(
    { event, user, state: own?.state ?? 'none' },
    { $set: { state, at: now, due: now, ...left }, ...notOffered, $inc: { version: 1 } },
    { upsert: own === null, returnDocument: 'after', setDefaultsOnInsert: false, session },
  ).lean();
}

/** As `setState`; where only members see the event, in a transaction that locks the membership. */
function setFree({ event, society }: FoundEvent, user: Id, own: AttendanceDoc | null, state: State): Promise<AttendanceDoc | null> {
  if (can(null, 'society.events', societyFacts(society))) return setState(null, event._id, user, own, state);
  return transaction(async (session) => {
    if (!(await holdEventAccess(session, event, user))) return fail('not_found');
    return setState(session, event._id, user, own, state);
  });
}

async function toggleFree(found: FoundEvent, user: Id, own: AttendanceDoc | null, wanted: State): Promise<Changed | null> {
  const { event } = found;
  const attendance = await setFree(found, user, own, wanted);
  if (!attendance) return null;
  const going = Number(wanted === 'going') - Number(own?.state === 'going');
  const counted = await incrementCounters(Events, event._id, {
    inc: { attendees: going },
    assume: { seats: null },
    since: attendance.at,
    inDoubt: own?.due !== undefined,
  });
  if (counted) publish({ kind: 'attendance', doc: attendance }, { event: counted });
  return { attendance, event: counted ?? event };
}

/** Writes the new state, in the transaction that locks the event. */
async function write(session: DbSession, event: Id, user: Id, own: AttendanceDoc | null, state: State): Promise<AttendanceDoc> {
  const at = state === 'waiting' ? await endOfQueue(event, session) : new Date();
  if (!own) {
    const made: AttendanceDoc = { _id: newId(), event, user, state, version: 1, at, ...left };
    await Attendances.create([made], { session });
    return made;
  }
  await Attendances.updateOne({ _id: own._id }, { $set: { state, at, ...left }, ...notOffered, $inc: { version: 1 } }, { session });
  const { offeredUntil: _ended, ...rest } = own;
  return { ...rest, state, at, ...left, version: own.version + 1 };
}

/** Sets the state with a seat limit, while the event is locked. Null when the limit was removed meanwhile. */
async function changeSeat(session: DbSession, ctx: Ctx, found: FoundEvent, wanted: State) {
  const event = (await lockEvent(session, found.event._id)) ?? fail('not_found');
  requireOpen(ctx, eventFacts(event, found.society));
  if (event.seats === null) return null;
  await holdCaller(session, ctx);
  if (!(await holdEventAccess(session, event, ctx.me._id))) return fail('not_found');
  const own = await ownOf(event._id, ctx.me._id, session);
  if (isAlready(own, wanted)) return { attendance: own, event, records: [] };
  const offer = own?.offeredUntil;
  if (wanted === 'going' && offer && offer <= new Date()) fail('offer_over');
  const [going, held] = [await countGoing(event._id, session), await countHeld(event._id, session)];
  // A seat that is held for the caller is theirs.
  const isFree = going + held - Number(offer !== undefined) < event.seats;
  if (wanted === 'going' && !isFree) fail('event_full');
  const state = wanted === 'waiting' && isFree ? 'going' : wanted;
  const attendance = await write(session, event._id, ctx.me._id, own, state);
  const changed = await recordAttendance(session, { attendance, event, verb: 'attendance.changed' });
  const taken = going + Number(state === 'going') - Number(own?.state === 'going');
  const filled = await fillSeats(session, event, taken);
  return { attendance, event: filled.event, records: [changed, ...filled.records] };
}

async function takeSeat(ctx: Ctx, found: FoundEvent, wanted: State): Promise<Changed | null> {
  const done = await transaction((session) => changeSeat(session, ctx, found, wanted), { hot: `event ${found.event._id}` });
  if (done) for (const record of done.records) publish(record, { event: done.event });
  return done;
}

/** Sets the state that is asked for, and retries until it is reached, reading again what changed meanwhile. */
export function settleAttendance(ctx: Ctx, eventId: string, asked: keyof typeof states): Promise<Changed> {
  return retryOnConflict(async () => {
    const found = (await findEvent(ctx, toId(eventId))) ?? fail('not_found');
    requireOpen(ctx, found.facts);
    const { event } = found;
    const isLimited = event.seats !== null;
    const wanted = asked === 'waiting' && !isLimited ? 'going' : states[asked];
    const own = await ownOf(event._id, ctx.me._id);
    if (isAlready(own, wanted)) return { attendance: own, event };
    const done = isLimited ? await takeSeat(ctx, found, wanted) : await toggleFree(found, ctx.me._id, own, wanted);
    return done ?? conflict;
  });
}

/** The part of an answer that the toggle of one event and of a series share. */
export const attendanceAnswer = async ({ attendance, event }: Changed) => ({
  attendance: attendanceWord(attendance),
  waiting_position: await waitingPosition(attendance),
  ...(attendance?.offeredUntil && { offered_until: attendance.offeredUntil.toISOString() }),
  version: attendance?.version ?? 0,
  ...countsOfEvent(event),
});

/** Sets the state. A repeat gets the same answer. */
export const toggleAttendanceAction: Action<typeof toggleAttendance> = async ({ event_id, status }, ctx) => {
  const answer = await attendanceAnswer(await settleAttendance(ctx, event_id, status));
  return { data: { ...answer, message: attendanceMessages[answer.attendance] } };
};
