import type { Asker } from '#models/policies/index';
import { Attendances } from './attendances.js';
import { type EventDoc, Events, hasEnded } from './events.js';
import { showsGoing } from './events.loaders.js';
import { simpleOrders } from './events.pages.js';
import { comparePositions, decodePosition, encodePosition, positionOf } from './merge-paginate.js';
import type { FoundPerson } from './people.loaders.js';
import { loadSocieties } from './societies.js';

/** What a person attends is looked for among as many of their newest attendances: they are kept for a year after an event. */
const mostRead = 500;

type Shown = Pick<FoundPerson, 'user' | 'facts'>;

/** The events that take or took place, that a person goes or went to, and of which this viewer may know that: not where they go next, for who may not see it. */
async function shownEvents(asker: Asker, { user, facts }: Shown): Promise<EventDoc[]> {
  const going = await Attendances.find({ user: user._id, state: 'going' }, { event: 1 }).sort({ at: -1, _id: -1 }).limit(mostRead).lean();
  const events = await Events.find({ _id: { $in: going.map(({ event }) => event) }, removedAt: null, cancelledAt: null }).lean();
  const societies = await loadSocieties(events.map(({ society }) => society));
  const seesPlans = asker.can('profile.plans', facts);
  return events.filter((event) => {
    const society = societies.get(String(event.society));
    return society && (seesPlans || hasEnded(event)) && showsGoing(asker, facts, event, society);
  });
}

/** How many of the newest events that a person goes or went to this viewer may know of. */
export const countAttended = async (asker: Asker, person: Shown): Promise<number> => (await shownEvents(asker, person)).length;

/**
 * One page of the events that a person attended, the latest first, or of those that they go to and that have not ended, the next
 * first: of these, those that this viewer may see. What tells of religion, politics or health is left out unless the person
 * shows it.
 */
export async function attendedPage(asker: Asker, person: Shown, phase: 'ended' | 'coming', cursor: string | undefined, limit: number) {
  const order = phase === 'ended' ? simpleOrders.dateDesc : simpleOrders.date;
  const from = decodePosition(cursor, order)?.position ?? null;
  const found = (await shownEvents(asker, person))
    .filter((event) => hasEnded(event) === (phase === 'ended'))
    .map((event) => ({ event, position: positionOf(event, order) }))
    .filter(({ position }) => !from || (String(position.id) !== String(from.id) && comparePositions(position, from, order) > 0))
    .sort((a, b) => comparePositions(a.position, b.position, order));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { events: page.map(({ event }) => event), next: found.length > limit && last ? encodePosition(last.position) : null };
}
