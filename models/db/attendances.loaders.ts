import type { Attendance } from '#models/contract/attendance';
import { type AttendanceDoc, Attendances } from './attendances.js';
import type { Id } from './model.js';
import type { Session } from './transaction.js';

const words = { going: 'attending', waiting: 'waiting', none: 'not_attending' } as const satisfies Record<
  AttendanceDoc['state'],
  Attendance
>;

/** How somebody stands to an event, as the contract calls it; without a document not at all. */
export const attendanceWord = (attendance: AttendanceDoc | null): Attendance => words[attendance?.state ?? 'none'];

/** Which number somebody has on the waiting list; null for who does not wait. */
export async function waitingPosition(attendance: AttendanceDoc | null): Promise<number | null> {
  if (attendance?.state !== 'waiting') return null;
  const { event, at } = attendance;
  return (await Attendances.countDocuments({ event, state: 'waiting', at: { $lt: at } })) + 1;
}

/** How many seats of an event are taken. */
export const countGoing = (event: Id, session: Session | null = null): Promise<number> =>
  Attendances.countDocuments({ event, state: 'going' }).session(session).exec();

/** A time after which nobody waits yet: whoever comes now is last, whatever the clocks of several gateways say. */
export async function endOfQueue(event: Id, session: Session): Promise<Date> {
  const last = await Attendances.findOne({ event, state: 'waiting' }, { at: 1 }).sort({ at: -1, _id: -1 }).session(session).lean();
  return new Date(Math.max(Date.now(), (last?.at.getTime() ?? 0) + 1));
}
