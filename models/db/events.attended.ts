import type { Asker } from '#models/policies/index';
import { type AttendanceDoc, Attendances } from './attendances.js';
import { type EventDoc, Events } from './events.js';
import { showsGoing } from './events.loaders.js';
import type { Id } from './model.js';
import type { FoundPerson } from './people.loaders.js';
import { loadSocieties } from './societies.js';
import { decodePlace, encodePlace, type Order, walk } from './walk.js';

const order = [['at', -1, 'date']] as const satisfies Order;
const mostCounted = 500;

type Shown = Pick<FoundPerson, 'user' | 'facts'>;

/** Those of these events, by id, that take or took place and that this viewer may see the person go to. */
async function shownEvents(asker: Asker, { facts }: Shown, ids: readonly Id[]): Promise<Map<string, EventDoc>> {
  const events = await Events.find({ _id: { $in: ids }, removedAt: null, cancelledAt: null }).lean();
  const societies = await loadSocieties(events.map(({ society }) => society));
  const shown = events.filter((event) => {
    const society = societies.get(String(event.society));
    return society && showsGoing(asker, facts, event, society);
  });
  return new Map(shown.map((event) => [String(event._id), event]));
}

/** How many of the newest events that a person goes or went to this viewer may know of. */
export async function countAttended(asker: Asker, person: Shown): Promise<number> {
  const going = await Attendances.find({ user: person.user._id, state: 'going' }, { event: 1 }).sort({ at: -1 }).limit(mostCounted).lean();
  const shown = await shownEvents(
    asker,
    person,
    going.map(({ event }) => event),
  );
  return shown.size;
}

/**
 * One page of the events that a person attends or attended, whose attendance is the latest first: of these, those that this
 * viewer may see. What tells of religion, politics or health is left out unless the person shows it.
 */
export async function attendedPage(asker: Asker, person: Shown, cursor: string | undefined, limit: number) {
  const seen = new Map<string, EventDoc>();
  const keep = async (batch: AttendanceDoc[]): Promise<AttendanceDoc[]> => {
    const shown = await shownEvents(
      asker,
      person,
      batch.map(({ event }) => event),
    );
    for (const [id, event] of shown) seen.set(id, event);
    return batch.filter(({ event }) => shown.has(String(event)));
  };
  const reads = [{ user: person.user._id, state: 'going' }];
  const from = decodePlace(cursor, order)?.place ?? null;
  const { items, end } = await walk({ model: Attendances, reads, order, from, limit, keep });
  return { events: items.flatMap(({ event }) => seen.get(String(event)) ?? []), next: end && encodePlace(end) };
}
