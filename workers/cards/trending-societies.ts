import { Activities } from '#models/db/activities';
import { type CardItem, Cards, type SocietyWeek, trendingSocietiesCard } from '#models/db/cards';
import { Events } from '#models/db/events';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { isOpenInside, loadSocieties, Societies, type SocietyDoc } from '#models/db/societies';
import { oneByOne } from '../one-by-one.js';

const weekMs = 7 * 86_400_000;
const recentMs = 3600_000;
const maxItems = 50;
/** Societies to choose from, of each kind. */
const maxListed = 50;
const maxActivities = 1000;

/** Score of a society: what happens in it, less with its size. */
export const scoreOfSociety = ({ members, joined, posted, planned }: SocietyWeek): number =>
  (joined + posted + 2 * planned) / Math.sqrt(members + 10);

/** Computes the card. Concurrent runs write the same. */
export async function refreshTrendingSocieties(): Promise<void> {
  const now = new Date();
  const items: CardItem[] = [];
  await oneByOne(await candidates(now), async (society) => {
    const counts = await weekOf(society, now);
    const score = scoreOfSociety(counts);
    if (score > 0) items.push({ id: society._id, kind: 'society', score, at: now, counts });
  });
  items.sort((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? 1 : -1));
  await Cards.updateOne({ _id: trendingSocietiesCard }, { $set: { items: items.slice(0, maxItems), computedAt: now } }, { upsert: true });
}

/** Public societies: those on the card, those that grew most, the youngest, and those where something happened within the hour. */
async function candidates(now: Date): Promise<SocietyDoc[]> {
  const open = { 'privacy.visibility': 'public' as const, removedAt: null };
  const [card, grown, young, recent] = await Promise.all([
    Cards.findById(trendingSocietiesCard).lean(),
    Societies.find(open, { _id: 1 }).sort({ growth: -1, activity: -1, _id: -1 }).limit(maxListed).lean(),
    Societies.find(open, { _id: 1 }).sort({ createdAt: -1, _id: -1 }).limit(maxListed).lean(),
    Activities.find({ open: true, at: { $gte: new Date(now.getTime() - recentMs) } }, { society: 1 })
      .sort({ at: -1 })
      .limit(maxActivities)
      .lean(),
  ]);
  const ids: Id[] = [...(card?.items ?? []).map(({ id }) => id), ...[...grown, ...young].map(({ _id }) => _id)];
  for (const { society } of recent) if (society) ids.push(society);
  return [...(await loadSocieties(ids)).values()].filter((society) => isOpenInside(society).posts);
}

async function weekOf({ _id: society, members, privacy }: SocietyDoc, now: Date): Promise<SocietyWeek> {
  const since = new Date(now.getTime() - weekMs);
  const until = new Date(now.getTime() + weekMs);
  const [joined, posted, planned] = await Promise.all([
    Memberships.countDocuments({ society, joinedAt: { $gte: since } }),
    Posts.countDocuments({ society, createdAt: { $gte: since }, removedAt: null }),
    privacy.eventsVisible ? Events.countDocuments({ society, startsAt: { $gte: now, $lt: until }, cancelledAt: null, removedAt: null }) : 0,
  ]);
  return { members, joined, posted, planned };
}
