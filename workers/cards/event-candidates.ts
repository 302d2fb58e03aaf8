import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { type EventDoc, Events } from '#models/db/events';
import { eventFacts } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import { isSensitive, loadSocieties, type SocietyDoc } from '#models/db/societies';
import type { LoadedViewer } from '#models/db/viewer';
import { can } from '#models/policies/index';
import { type Candidate, type Hints, Ranking, tally } from './ranking.js';

const maxListed = 30;
const maxAttended = 50;
const maxFollowedAttendances = 2000;
const dayMs = 86_400_000;

/** Upcoming events in index order; `filter` is the index's equality. */
const coming = (filter: object, now: Date): Promise<EventDoc[]> =>
  Events.find({ ...filter, startsAt: { $gt: now }, cancelledAt: null, removedAt: null })
    .sort({ startsAt: 1 })
    .limit(maxListed)
    .lean();

const attended = async (filter: object, limit: number): Promise<Id[]> =>
  (await Attendances.find(filter, { event: 1 }).sort({ at: -1 }).limit(limit).lean()).map(({ event }) => event);

const saved = async (user: Id): Promise<Id[]> =>
  (await Bookmarks.find({ user, on: true }, { event: 1 }).sort({ at: -1 }).limit(maxAttended).lean()).map(({ event }) => event);

interface Found {
  followed: EventDoc[];
  own: EventDoc[];
  sameCategory: EventDoc[];
  soon: EventDoc[];
}

/** Events to choose from. */
async function findEvents(viewer: LoadedViewer, byFollowed: readonly Id[], categories: readonly string[], now: Date): Promise<Found> {
  const own = [...viewer.roles.keys()].map(toId);
  const [followed, ofOwn, sameCategory, soon] = await Promise.all([
    Events.find({ _id: { $in: byFollowed }, startsAt: { $gt: now }, cancelledAt: null, removedAt: null }).lean(),
    own.length > 0 ? coming({ society: { $in: own } }, now) : [],
    categories.length > 0 ? coming({ open: true, category: { $in: categories } }, now) : [],
    coming({ open: true }, now),
  ]);
  return { followed, own: ofOwn, sameCategory, soon };
}

/** Recommends events: attended by followed people, of own societies, of familiar categories, and the next ones; none that is full. */
export async function recommendEvents(viewer: LoadedViewer, { followed, refused }: Hints, now: Date): Promise<Candidate[]> {
  const [mine, waiting, bookmarked, byFollowed] = await Promise.all([
    attended({ user: viewer._id, state: 'going' }, maxAttended),
    attended({ user: viewer._id, state: 'waiting' }, maxAttended),
    saved(viewer._id),
    followed.length > 0 ? attended({ user: { $in: followed }, state: 'going' }, maxFollowedAttendances) : [],
  ]);
  const before = await Events.find({ _id: { $in: [...mine, ...bookmarked] } }, { category: 1 }).lean();
  const categories = [...new Set(before.map(({ category }) => category))];
  const events = await findEvents(viewer, byFollowed, categories, now);
  const found = new Map(
    [...events.followed, ...events.own, ...events.sameCategory, ...events.soon].map((event) => [String(event._id), event]),
  );
  const societies = await loadSocieties([...found.values()].map(({ society }) => society));
  const ranking = new Ranking('event');
  const attendees = tally(byFollowed);
  for (const event of found.values()) {
    const society = societies.get(String(event.society));
    if (society) addReasons(ranking, event, society, { viewer, categories, going: attendees.get(String(event._id))?.count ?? 0, now });
  }
  const excluded = new Set([...[...mine, ...waiting].map(String), ...refused]);
  const allowed = new Map<string, SocietyDoc>();
  for (const [id, event] of found) {
    const society = societies.get(String(event.society));
    if (!society || event.seatsLeft === 0 || excluded.has(id)) continue;
    if (can(viewer, 'event.see', eventFacts(event, society))) allowed.set(id, society);
  }
  return ranking.candidates(allowed, now);
}

interface About {
  viewer: LoadedViewer;
  categories: readonly string[];
  /** Number of followed people who attend. */
  going: number;
  now: Date;
}

/** Adds what speaks for an event. A sensitive society is no reason: neither who goes, nor that it is the viewer's. */
function addReasons(ranking: Ranking, event: EventDoc, society: SocietyDoc, { viewer, categories, going, now }: About): void {
  const { _id, category, startsAt } = event;
  if (!isSensitive(society)) {
    if (going > 0) ranking.add(_id, 'follows_go', going, { count: String(going) });
    if (viewer.roles.has(String(society._id))) ranking.add(_id, 'own_society', 1, { society: society.name });
  }
  if (categories.includes(category)) ranking.add(_id, 'same_category', 1, { category });
  ranking.add(_id, 'soon', (startsAt.getTime() - now.getTime()) / dayMs);
}
