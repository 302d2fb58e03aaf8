import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import type { checkIn, getMyTicket } from '#models/contract/check-in';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { countCheckedIn } from '#models/db/attendances.loaders';
import { findEvent } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import { attendanceOfCode, ticketCode } from '#models/db/ticket-codes';
import { loadPeople, personImage, personName } from '#models/db/users';
import { type CheckInState, writeCheckIn } from './write-check-in.js';

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

/** State that a steward's press leaves; null if it is so already. Confirming a late check-in counts from its own time. */
function nextState({ checkedInAt, claimedAt }: AttendanceDoc, { undo, at }: CheckInInput, by: Id): CheckInState | null {
  if (undo) return checkedInAt || claimedAt ? { checkedInAt: null, by: null, claimedAt: null } : null;
  return checkedInAt ? null : { checkedInAt: whenOf(at ?? claimedAt?.toISOString()), by, claimedAt: null };
}

export const checkInAction: Action<typeof checkIn> = async (input, ctx) => {
  if (!input.code && !input.user_id) fail('validation_failed', { code: fieldTexts.required });
  checkTime(input.at);
  const { event, facts } = (await findEvent(ctx, toId(input.event_id))) ?? fail('not_found');
  ctx.require('event.checkIn', facts);
  if (facts.cancelled) fail('event_cancelled');
  const { _id } = await findAttendance(event._id, input);
  const { attendance, record } = await transactionOf(ctx, (session) =>
    writeCheckIn(session, { event, id: _id, by: ctx.me._id }, (present) => nextState(present, input, ctx.me._id), 'bad_ticket'),
  );
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
