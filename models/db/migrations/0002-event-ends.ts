import { eventTimes, shortMs } from '../event-times.js';
import { type EventDoc, Events } from '../events.js';
import type { Migration } from './migration.js';

const batchSize = 500;

type Stored = Pick<EventDoc, '_id' | 'date' | 'time' | 'endDate' | 'endTime' | 'startsAt'>;
const fields = { date: 1, time: 1, endDate: 1, endTime: 1, startsAt: 1 };

/** Derives the end from the stored local times. Keeps the stored start, also where another time zone was set when it was written. */
function endOf(event: Stored, timeZone: string) {
  const { startsAt, endsAt } = eventTimes({ ...event, endDate: event.endDate ?? null, endTime: event.endTime ?? null }, timeZone);
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  return { endsAt: new Date(event.startsAt.getTime() + lengthMs), ...(lengthMs > shortMs ? { long: true } : {}) };
}

async function setEnds(filter: object, timeZone: string): Promise<number> {
  let changed = 0;
  for (;;) {
    const batch = await Events.find({ ...filter, endsAt: null }, fields)
      .limit(batchSize)
      .lean<Stored[]>();
    if (batch.length === 0) return changed;
    // Skip events that were moved since the read: that write set an end.
    const writes = batch.map((event) => ({
      updateOne: { filter: { _id: event._id, endsAt: null }, update: { $set: endOf(event, timeZone) } },
    }));
    await Events.bulkWrite(writes as never);
    changed += batch.length;
  }
}

/** Stores the instant at which an event ends. `catchUp` reads events to come only, by an index. */
export const eventEnds: Migration = {
  id: '0002-event-ends',
  up: ({ timeZone }) => setEnds({}, timeZone),
  catchUp: ({ timeZone }) => setEnds({ open: { $in: [true, false] }, startsAt: { $gte: new Date(Date.now() - shortMs) } }, timeZone),
};
