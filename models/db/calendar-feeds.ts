import { Attendances } from './attendances.js';
import { Bookmarks } from './bookmarks.js';
import { type EventDoc, Events } from './events.js';
import type { Id } from './model.js';

const most = 500;
const pastMs = 180 * 86_400_000;
const since = (): Date => new Date(Date.now() - pastMs);

/** Events of the last half year and the future by time: first of all coming ones, and the latest past ones as far as there is room. */
async function feedOf(filter: object): Promise<EventDoc[]> {
  const now = new Date();
  const coming = await Events.find({ ...filter, removedAt: null, startsAt: { $gte: now } })
    .sort({ startsAt: 1, _id: 1 })
    .limit(most)
    .lean();
  if (coming.length === most) return coming;
  const past = await Events.find({ ...filter, removedAt: null, startsAt: { $gte: since(), $lt: now } })
    .sort({ startsAt: -1, _id: -1 })
    .limit(most - coming.length)
    .lean();
  return [...past.reverse(), ...coming];
}

/** A society's events of the last half year and the future, cancelled ones included. */
export const feedOfSociety = (society: Id): Promise<EventDoc[]> => feedOf({ society });

/** As `feedOfSociety`, of several. */
export const feedOfSocieties = (societies: readonly Id[]): Promise<EventDoc[]> => feedOf({ society: { $in: societies } });

/** As `feedOfSociety`, of all public events of a category. */
export const feedOfCategory = (category: string): Promise<EventDoc[]> => feedOf({ open: true, category });

/** Events that a person attends or has bookmarked, of the last half year and the future. */
export async function feedOfPerson(user: Id): Promise<EventDoc[]> {
  const [going, saved] = await Promise.all([
    Attendances.find({ user, state: 'going' }, { event: 1 }).sort({ at: -1 }).limit(most).lean(),
    Bookmarks.find({ user, on: true }, { event: 1 }).sort({ at: -1 }).limit(most).lean(),
  ]);
  const ids = [...new Map([...going, ...saved].map(({ event }) => [String(event), event])).values()];
  if (ids.length === 0) return [];
  const found = await Events.find({ _id: { $in: ids }, removedAt: null }).lean();
  const from = since();
  return found.filter(({ startsAt }) => startsAt >= from).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}
