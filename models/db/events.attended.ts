import type { Asker } from '#models/policies/index';
import { Attendances } from './attendances.js';
import { comparePositions, decodePosition, encodePosition, positionOf } from './cursor.js';
import { type EventDoc, Events, hasEnded } from './events.js';
import { cachedEvents, showsGoing } from './events.loaders.js';
import { simpleOrders } from './events.reads.js';
import { SharedLoader } from './loader.js';
import { toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import type { FoundPerson } from './people.loaders.js';
import { societyLoader } from './societies.js';

/** Maximum attendances to read, newest first. They are stored for a year after an event. */
const mostRead = 500;

type Shown = Pick<FoundPerson, 'user' | 'facts'>;

/** Fields that decide whether an attended event is shown, and where; a page reads the rest of its own events. */
const fields = { society: 1, creator: 1, startsAt: 1, endsAt: 1, removedAt: 1, cancelledAt: 1 } as const;
type AttendedEvent = Pick<EventDoc, '_id' | keyof typeof fields>;

/** Events that a person attends or attended, shared by all who look at the profile. */
const attendedEvents = new SharedLoader<AttendedEvent[]>(async (user) => {
  const going = await Attendances.find({ user: toId(user), state: 'going' }, { event: 1 })
    .sort({ at: -1, _id: -1 })
    .limit(mostRead)
    .lean();
  const held = { _id: { $in: going.map(({ event }) => event) }, removedAt: null, cancelledAt: null };
  return Events.find(held, fields).lean<AttendedEvent[]>();
}, 'events');

/**
 * Events that a person attends or attended, as far as the viewer may know; future ones only with the right to see the person's
 * plans.
 */
async function shownEvents(asker: Asker, { user, facts }: Shown): Promise<AttendedEvent[]> {
  const events = await attendedEvents.cached(String(user._id));
  const societies = await societyLoader.cachedMany(events.map(({ society }) => society));
  const societyOf = (event: AttendedEvent) => societies.get(String(event.society));
  const mayName = await loadNaming(
    asker,
    events.map((event) => ({ society: societyOf(event), user: user._id })),
  );
  const seesPlans = asker.can('profile.plans', facts);
  return events.filter((event) => {
    const society = societyOf(event);
    if (!society || !mayName(society, user._id)) return false;
    return (seesPlans || hasEnded(event)) && showsGoing(asker, facts, event, society);
  });
}

/** Number of attended events that the viewer may know of. */
export const countAttended = async (asker: Asker, person: Shown): Promise<number> => (await shownEvents(asker, person)).length;

/**
 * One page of a person's past events, latest first, or of the coming ones, earliest first, as far as this viewer may see them.
 * Omits events of sensitive societies unless the person shows them.
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
  const byId = await cachedEvents(page.map(({ event }) => event._id));
  const events = page.flatMap(({ event }) => byId.get(String(event._id)) ?? []);
  return { events, next: found.length > limit && last ? encodePosition(last.position) : null };
}
