import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventTimes, shortMs } from './event-times.js';
import { type EventDoc, Events } from './events.js';
import { freeLock, takeLock } from './locks.js';
import { Meta } from './meta.js';

const name = 'event-ends';
const lockMs = 60_000;
const batch = 500;

type Stored = Pick<EventDoc, '_id' | 'date' | 'time' | 'endDate' | 'endTime' | 'startsAt'>;
const fields = { date: 1, time: 1, endDate: 1, endTime: 1, startsAt: 1 };

/** The end as it follows from what is stored; the start stays what it is, also where the time zone was another then. */
function endOf(event: Stored, zone: string) {
  const { startsAt, endsAt } = eventTimes({ ...event, endDate: event.endDate ?? null, endTime: event.endTime ?? null }, zone);
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  return { endsAt: new Date(event.startsAt.getTime() + lengthMs), ...(lengthMs > shortMs ? { long: true } : {}) };
}

async function setEnds(filter: object, zone: string): Promise<number> {
  let count = 0;
  for (;;) {
    const found = await Events.find({ ...filter, endsAt: null }, fields)
      .limit(batch)
      .lean<Stored[]>();
    if (found.length === 0) return count;
    // Not where somebody has moved it meanwhile: that wrote an end.
    const writes = found.map((event) => ({
      updateOne: { filter: { _id: event._id, endsAt: null }, update: { $set: endOf(event, zone) } },
    }));
    await Events.bulkWrite(writes as never);
    count += found.length;
  }
}

/**
 * Gives events from before ends were stored theirs, and answers how many there were. All of them once in the life of a database;
 * afterwards only those to come that a process of an earlier version has written since. Whoever comes second waits for the first.
 */
export async function ensureEventEnds(zone: string): Promise<number> {
  const holder = randomUUID();
  while (!(await takeLock(name, holder, lockMs))) await sleep(500);
  try {
    const isDone = (await Meta.findById(name).lean()) !== null;
    const coming = { open: { $in: [true, false] }, startsAt: { $gte: new Date(Date.now() - shortMs) } };
    const count = await setEnds(isDone ? coming : {}, zone);
    if (!isDone) await Meta.updateOne({ _id: name }, { $set: { value: true } }, { upsert: true });
    return count;
  } finally {
    await freeLock(name, holder);
  }
}
