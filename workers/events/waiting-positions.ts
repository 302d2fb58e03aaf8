import { appendMessages } from '#models/bus/live-stream';
import { inBatches } from '#models/bus/verb';
import { attendanceStateLive } from '#models/bus/verbs/attendance';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import type { Id } from '#models/db/model';

/**
 * Sends each person on the waiting list their own position, in one ordered index read, once a slot. Reads the event's `rev`
 * first, so that a position is never older than its `rev`.
 */
export async function publishWaitingPositions(id: Id): Promise<void> {
  const event = await Events.findOne({ _id: id, removedAt: null }, { rev: 1 }).lean();
  if (!event) return;
  const waiting = Attendances.find({ event: id, state: 'waiting' }, { user: 1, event: 1, state: 1, offeredUntil: 1, version: 1 })
    .sort({ at: 1, _id: 1 })
    .lean();
  let sent = 0;
  for await (const batch of inBatches(waiting)) {
    await appendMessages(batch.map((attendance, at) => attendanceStateLive(attendance, sent + at + 1, event.rev)));
    sent += batch.length;
  }
}
