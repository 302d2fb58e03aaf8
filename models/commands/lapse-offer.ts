import type { RecordDoc } from '#models/bus/records';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';
import { fillSeats, isAttendable, recordAttendance, recountSeats } from './seats.js';

/**
 * Ends an offer of a seat whose time is over: the person leaves the waiting list, and the seat goes to the next. Of an event that
 * is over, cancelled, removed or without a limit now, only the offer ends. Of two that do so at once, one does. Returns the
 * records to publish after the commit; none if the offer was taken, declined or ended before.
 */
export async function lapseOffer(session: DbSession, id: Id, eventId: Id): Promise<RecordDoc[]> {
  // As `lockEvent`, but also of a removed event, which may be restored.
  const event = await Events.findOneAndUpdate({ _id: eventId }, { $inc: { rev: 1 } }, { session, returnDocument: 'after' }).lean();
  const goesOn = event !== null && !event.removedAt && event.seats !== null && isAttendable(event);
  const attendance = await Attendances.findOneAndUpdate(
    { _id: id, state: 'waiting', offeredUntil: { $lte: new Date() } },
    { ...(goesOn && { $set: { state: 'none' as const, at: new Date() } }), $unset: { offeredUntil: 1 }, $inc: { version: 1 } },
    { session, returnDocument: 'before' },
  ).lean();
  if (!attendance || !event) return [];
  const changed = await recordAttendance(session, { attendance, event, verb: 'attendance.changed' });
  if (goesOn) return [changed, ...(await fillSeats(session, event)).records];
  await recountSeats(session, event);
  return [changed];
}
