import { Attendances } from './attendances.js';
import type { EventDoc } from './events.js';
import type { Id } from './model.js';

/** Turnout of events: seats taken, people checked in, people with a seat who were not, and people who gave up their place. */
export interface Turnout {
  going: number;
  came: number;
  noShows: number;
  cancelled: number;
}

export const noTurnout = (): Turnout => ({ going: 0, came: 0, noShows: 0, cancelled: 0 });

/** Sum of the turnouts of several events. */
export function sumOfTurnout(turnouts: Iterable<Turnout>): Turnout {
  const sum = noTurnout();
  for (const turnout of turnouts) for (const key of Object.keys(sum) as (keyof Turnout)[]) sum[key] += turnout[key];
  return sum;
}

type CountedEvent = Pick<EventDoc, '_id' | 'endsAt'>;

/** Maximum events in one query. */
const eventsAtOnce = 200;
const batchSize = 1000;

async function countBatch(events: readonly Id[], found: Map<string, Turnout>): Promise<void> {
  const attendances = Attendances.find({ event: { $in: events } }, { _id: 0, event: 1, state: 1, checkedInAt: 1 })
    .lean()
    .cursor({ batchSize });
  for await (const { event, state, checkedInAt } of attendances) {
    const turnout = found.get(String(event));
    if (!turnout) continue;
    if (state === 'none') turnout.cancelled += 1;
    if (state !== 'going') continue;
    turnout.going += 1;
    if (checkedInAt) turnout.came += 1;
  }
}

/**
 * Counts the turnout of events, by id. An event has no-shows once it is over, and only if somebody was checked in: without
 * check-in nobody knows who came.
 */
export async function countTurnout(events: readonly CountedEvent[], now = Date.now()): Promise<Map<string, Turnout>> {
  const found = new Map(events.map(({ _id }) => [String(_id), noTurnout()]));
  for (let at = 0; at < events.length; at += eventsAtOnce)
    await countBatch(
      events.slice(at, at + eventsAtOnce).map(({ _id }) => _id),
      found,
    );
  for (const { _id, endsAt } of events) {
    const turnout = found.get(String(_id));
    if (turnout && turnout.came > 0 && endsAt.getTime() <= now) turnout.noShows = turnout.going - turnout.came;
  }
  return found;
}
