import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { meetingParams } from '#models/bus/series-records';
import { incrementCounters } from '#models/db/counters';
import { type EventDoc, Events } from '#models/db/events';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

interface Ending {
  verb: 'event.cancelled' | 'event.removed';
  by: Id;
  set: Partial<EventDoc>;
  /** Expected current values; if another call changed them first, nothing is written. */
  assume: Partial<EventDoc>;
}

/**
 * Cancels or removes an event; null if nothing was written. Increments `rev` like a seat change, so that no seat is given away
 * concurrently.
 */
export async function endEvent(session: DbSession, { _id, society, open }: EventDoc, ending: Ending): Promise<RecordDoc | null> {
  const { verb, by, set, assume } = ending;
  const ended = await Events.updateOne({ _id, removedAt: null, ...assume }, { $set: set, $inc: { version: 1, rev: 1 } }, { session });
  return ended.modifiedCount === 0 ? null : recordActivity(session, { actor: by, verb, object: _id, society, open });
}

/**
 * Cancels those of these meetings of one series that are not cancelled yet, with one record for all; null if there are none. The
 * meetings were read in this transaction.
 */
export async function cancelMeetings(
  session: DbSession,
  series: Id,
  meetings: readonly EventDoc[],
  { by, reason }: { by: Id; reason: string },
): Promise<RecordDoc | null> {
  const coming = meetings.filter(({ cancelledAt }) => !cancelledAt);
  const [first] = coming;
  if (!first) return null;
  const set = { cancelledAt: new Date(), cancelReason: reason };
  const filter = { _id: { $in: coming.map(({ _id }) => _id) } };
  await Events.updateMany(filter, { $set: set, $inc: { version: 1, rev: 1 } }, { session });
  const { _id: object, society, open } = first;
  return recordActivity(session, { actor: by, verb: 'event.cancelled', object, society, open, params: meetingParams(series, coming) });
}

/**
 * After the commit of a removal: decrements the society's events and publishes the record. Returns the updated society, if the
 * counter was written.
 */
export async function afterEventRemoved(record: RecordDoc, { society }: EventDoc): Promise<SocietyDoc | null> {
  const counted = await incrementCounters(Societies, society, { inc: { events: -1 }, since: record.doc.at });
  if (counted) publish(record);
  return counted;
}
