import { sensitiveCategories } from '#models/contract/societies';
import type { Asker } from '#models/policies/index';
import { type AttendanceDoc, Attendances } from './attendances.js';
import { type EventDoc, Events } from './events.js';
import { eventFacts } from './events.loaders.js';
import { loadSocieties } from './posts.loaders.js';
import type { UserDoc } from './users.js';
import { decodePlace, encodePlace, type Order, walk } from './walk.js';

const order = [['at', -1, 'date']] as const satisfies Order;

/**
 * One page of the events that a person attends or attended, whose attendance is the latest first: of these, those that this
 * viewer may see. What tells of religion, politics or health is left out unless the person shows it.
 */
export async function attendedPage(asker: Asker, person: UserDoc, cursor: string | undefined, limit: number) {
  const showsAll = person.privacy.showSensitive || asker.viewer?.id === String(person._id);
  const seen = new Map<string, EventDoc>();
  const keep = async (batch: AttendanceDoc[]): Promise<AttendanceDoc[]> => {
    const events = await Events.find({ _id: { $in: batch.map(({ event }) => event) }, removedAt: null, cancelledAt: null }).lean();
    const societies = await loadSocieties(events.map(({ society }) => society));
    for (const event of events) {
      const society = societies.get(String(event.society));
      if (!society || (!showsAll && sensitiveCategories.includes(society.category))) continue;
      if (asker.can('event.see', eventFacts(event, society))) seen.set(String(event._id), event);
    }
    return batch.filter(({ event }) => seen.has(String(event)));
  };
  const from = decodePlace(cursor, order)?.place ?? null;
  const { items, end } = await walk({ model: Attendances, reads: [{ user: person._id, state: 'going' }], order, from, limit, keep });
  return { events: items.flatMap(({ event }) => seen.get(String(event)) ?? []), next: end && encodePlace(end) };
}
