import { Attendances } from './attendances.js';
import { Bookmarks } from './bookmarks.js';
import { type EventDoc, Events } from './events.js';
import type { Id } from './model.js';

const most = 500;
const pastMs = 180 * 86_400_000;
const since = (): Date => new Date(Date.now() - pastMs);

/** A society's events of the last half year and the future, cancelled ones included. */
export const feedOfSociety = (society: Id): Promise<EventDoc[]> =>
  Events.find({ society, removedAt: null, startsAt: { $gte: since() } })
    .sort({ startsAt: 1, _id: 1 })
    .limit(most)
    .lean()
    .exec();

/** As `feedOfSociety`, of several. */
export const feedOfSocieties = (societies: readonly Id[]): Promise<EventDoc[]> =>
  Events.find({ society: { $in: societies }, removedAt: null, startsAt: { $gte: since() } })
    .sort({ startsAt: 1, _id: 1 })
    .limit(most)
    .lean()
    .exec();

/** As `feedOfSociety`, of all public events of a category. */
export const feedOfCategory = (category: string): Promise<EventDoc[]> =>
  Events.find({ open: true, category, removedAt: null, startsAt: { $gte: since() } })
    .sort({ startsAt: 1, _id: 1 })
    .limit(most)
    .lean()
    .exec();

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
