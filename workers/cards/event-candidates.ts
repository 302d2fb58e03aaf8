import { Attendances } from '#models/db/attendances';
import type { CardItem } from '#models/db/cards';
import { type EventDoc, Events } from '#models/db/events';
import { eventFacts } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import { isSensitive, loadSocieties } from '#models/db/societies';
import type { LoadedViewer } from '#models/db/viewer';
import { can } from '#models/policies/index';
import { type Hints, Ranking, tally } from './ranking.js';

const maxListed = 30;
const maxAttended = 50;
const maxFollowedAttendances = 2000;

const weights = { follows: 3, own: 2.5, category: 1.5, soon: 0.5 };

/** Upcoming events in index order; `filter` is the index's equality. */
const coming = (filter: object, now: Date): Promise<EventDoc[]> =>
  Events.find({ ...filter, startsAt: { $gt: now }, cancelledAt: null, removedAt: null })
    .sort({ startsAt: 1 })
    .limit(maxListed)
    .lean();

const attended = async (filter: object, limit: number): Promise<Id[]> =>
  (
    await Attendances.find({ ...filter, state: 'going' }, { event: 1 })
      .sort({ at: -1 })
      .limit(limit)
      .lean()
  ).map(({ event }) => event);

/** Recommends events: attended by followed people, of own societies, of familiar categories, and the next ones. */
export async function recommendEvents(viewer: LoadedViewer, { followed, refused }: Hints, limit: number, now: Date): Promise<CardItem[]> {
  const own = [...viewer.roles.keys()].map(toId);
  const [mine, byFollowed] = await Promise.all([
    attended({ user: viewer._id }, maxAttended),
    followed.length > 0 ? attended({ user: { $in: followed } }, maxFollowedAttendances) : [],
  ]);
  const before = await Events.find({ _id: { $in: mine } }, { category: 1 }).lean();
  const categories = [...new Set(before.map(({ category }) => category))];
  const [followedAttend, ofOwn, sameCategory, soon] = await Promise.all([
    Events.find({ _id: { $in: byFollowed }, startsAt: { $gt: now }, cancelledAt: null, removedAt: null }).lean(),
    own.length > 0 ? coming({ society: { $in: own } }, now) : [],
    categories.length > 0 ? coming({ open: true, category: { $in: categories } }, now) : [],
    coming({ open: true }, now),
  ]);
  const found = new Map([...followedAttend, ...ofOwn, ...sameCategory, ...soon].map((event) => [String(event._id), event]));
  const societies = await loadSocieties([...found.values()].map(({ society }) => society));
  const ranking = new Ranking('event');
  const attendees = tally(byFollowed);
  for (const { _id, society: id } of followedAttend) {
    const society = societies.get(String(id));
    if (!society || isSensitive(society)) continue;
    const count = attendees.get(String(_id))?.count ?? 1;
    ranking.add(_id, 'follows_go', weights.follows * Math.log2(1 + count), { count: String(count) });
  }
  for (const { _id, society } of ofOwn)
    ranking.add(_id, 'own_society', weights.own, { society: societies.get(String(society))?.name ?? '' });
  for (const { _id, category } of sameCategory) ranking.add(_id, 'same_category', weights.category, { category });
  for (const [i, { _id }] of soon.entries()) ranking.add(_id, 'soon', weights.soon * (1 - i / maxListed));
  const excluded = new Set([...mine.map(String), ...refused]);
  const allowed = [...found.values()].filter((event) => {
    const society = societies.get(String(event.society));
    return society && !excluded.has(String(event._id)) && can(viewer, 'event.see', eventFacts(event, society));
  });
  return ranking.best(new Set(allowed.map(({ _id }) => String(_id))), limit, now);
}
