import { type RecordDoc, recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import type { EventDoc } from '#models/db/events';
import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';

/** State after a check-in: the time of the arrival and its author, or the time that waits for a steward. */
export type CheckInState = Pick<AttendanceDoc, 'checkedInAt' | 'by'> & { claimedAt: Date | null };

interface Checked {
  attendance: AttendanceDoc;
  /** Null if nothing changed. */
  record: RecordDoc | null;
}

/**
 * Changes a check-in. Of two concurrent calls one wins; the other, retried, finds it done.
 *
 * @param next the new state; null to leave the present one
 * @throws the failure given by `noSeat` unless the attendance has a seat
 */
export async function writeCheckIn(
  session: DbSession,
  { event, id, by }: { event: EventDoc; id: Id; by: Id },
  next: (attendance: AttendanceDoc) => CheckInState | null,
  noSeat: 'bad_ticket' | 'not_going',
): Promise<Checked> {
  const attendance = await Attendances.findById(id).session(session).lean();
  if (attendance?.state !== 'going') return fail(noSeat);
  const set = next(attendance);
  if (!set) return { attendance, record: null };
  await Attendances.updateOne({ _id: id }, { $set: set, $inc: { version: 1 } }, { session });
  const activity = { actor: by, verb: 'attendance.checked-in', object: id, society: event.society, open: false } as const;
  return { attendance: { ...attendance, ...set, version: attendance.version + 1 }, record: await recordActivity(session, activity) };
}
