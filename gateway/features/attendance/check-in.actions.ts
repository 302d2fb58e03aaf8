import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { checkIn, getMyTicket } from '#models/contract/check-in';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { countCheckedIn } from '#models/db/attendances.loaders';
import type { EventDoc } from '#models/db/events';
import { findEvent } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import { attendanceOfCode, ticketCode } from '#models/db/ticket-codes';
import type { DbSession } from '#models/db/transaction';
import { loadPeople, personImage, personName } from '#models/db/users';

type CheckInInput = ParsedOf<typeof checkIn>;

/** Finds the attendance by ticket or by person; it must have a seat. */
async function findAttendance(event: Id, { code, user_id }: CheckInInput): Promise<AttendanceDoc> {
  const found = code ? await attendanceOfCode(event, code) : await Attendances.findOne({ event, user: toId(user_id ?? '') }).lean();
  return found?.state === 'going' ? found : fail('bad_ticket');
}

/** Longest time that a door may be offline. */
const longestLateMs = 30 * 86_400_000;

/** Refuses a check-in time that is too long ago. */
function checkTime(at: string | undefined): void {
  if (at !== undefined && Date.parse(at) < Date.now() - longestLateMs) fail('validation_failed', { at: fieldTexts.wrong_type });
}

/** Limits the time to now, since a door's clock may be a little ahead. */
const whenOf = (at: string | undefined): Date => new Date(Math.min(at === undefined ? Date.now() : Date.parse(at), Date.now()));

interface Checked {
  attendance: AttendanceDoc;
  record: RecordDoc | null;
}

/** Checks in, or undoes it. Of two concurrent calls one wins; the other, retried, finds it done. */
async function check(session: DbSession, event: EventDoc, id: Id, by: Id, { undo, at }: CheckInInput): Promise<Checked> {
  const attendance = await Attendances.findById(id).session(session).lean();
  if (attendance?.state !== 'going') return fail('bad_ticket');
  if ((attendance.checkedInAt === null) === undo) return { attendance, record: null };
  const set = undo ? { checkedInAt: null, by: null } : { checkedInAt: whenOf(at), by };
  await Attendances.updateOne({ _id: id }, { $set: set, $inc: { version: 1 } }, { session });
  const activity = { actor: by, verb: 'attendance.checked-in', object: id, society: event.society, open: false } as const;
  return { attendance: { ...attendance, ...set, version: attendance.version + 1 }, record: await recordActivity(session, activity) };
}

export const checkInAction: Action<typeof checkIn> = async (input, ctx) => {
  if (!input.code && !input.user_id) fail('validation_failed', { code: fieldTexts.required });
  checkTime(input.at);
  const { event, facts } = (await findEvent(ctx, toId(input.event_id))) ?? fail('not_found');
  ctx.require('event.checkIn', facts);
  if (facts.cancelled) fail('event_cancelled');
  const { _id } = await findAttendance(event._id, input);
  const { attendance, record } = await transactionOf(ctx, (session) => check(session, event, _id, ctx.me._id, input));
  if (record) publish(record);
  const { user, checkedInAt, by, version } = attendance;
  const person = (await loadPeople([user])).get(String(user));
  return {
    data: {
      user: { ID: String(user), Name: personName(person), Image: personImage(person) },
      Checked_In_At: checkedInAt?.toISOString() ?? null,
      Checked_In_By: by && String(by),
      again: record === null,
      checked_in: await countCheckedIn(event._id),
      version,
    },
  };
};

/** Returns the caller's ticket; only attendees with a seat have one, and only while the event is not cancelled. */
export const getMyTicketAction: Action<typeof getMyTicket> = async ({ event_id }, ctx) => {
  const { event } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  const own = await Attendances.findOne({ event: event._id, user: ctx.me._id, state: 'going' }).lean();
  if (!own || event.cancelledAt) return fail('not_found');
  const Checked_In_At = own.checkedInAt?.toISOString() ?? null;
  return { data: { event_id, code: await ticketCode(own), Name: ctx.me.name, Checked_In_At, version: own.version } };
};
