import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { arrange, isSmall } from '#models/contract/recommendation-order';
import { cardsRecommendations } from '#models/contract/recommendations';
import { roomOf } from '#models/contract/rooms';
import { type CardDoc, type CardItem, Cards, recommendationsCard } from '#models/db/cards';
import { followedBy } from '#models/db/follows.loaders';
import { toId } from '#models/db/model';
import { withOpenProfile } from '#models/db/people.loaders';
import { refusedBy } from '#models/db/recommendations.loaders';
import { loadViewer } from '#models/db/viewer';
import { cardLagSeconds, jobsSaved } from '../metrics.js';
import { recommendEvents } from './event-candidates.js';
import type { Candidate } from './ranking.js';
import { recommendSocieties } from './society-candidates.js';

/** More than are shown, since a read omits what no longer applies. */
const maxItems = 40;

/** Computes a person's recommendations, and notifies their screens. `staleSince`: when they became stale. */
export async function refreshRecommendations(user: string, staleSince?: number): Promise<void> {
  const _id = recommendationsCard(user);
  const viewer = await loadViewer(toId(user));
  if (!viewer) {
    await Cards.deleteOne({ _id });
    return;
  }
  // Taken first: changes from here on may be missing, so they make the card stale again.
  const now = new Date();
  const followed = await withOpenProfile(viewer, await followedBy(viewer._id));
  const hints = { followed, refused: await refusedBy(viewer._id) };
  const [societies, events] = await Promise.all([recommendSocieties(viewer, hints, now), recommendEvents(viewer, hints, now)]);
  const items = inOrder([...societies, ...events], now);
  const before = await write(_id, items, now);
  if (before === 'newer') return;
  if (staleSince !== undefined) cardLagSeconds.observe((Date.now() - staleSince) / 1000);
  jobsSaved.dec();
  const payload = { computedAt: now.toISOString(), changed: before === null || shown(before.items) !== shown(items) };
  await appendMessages([liveMessage(cardsRecommendations, [roomOf('user', user)], payload)]);
}

/** Writes the card, and returns the one before; 'newer' if that was computed later, as by a job that overtook this one. */
async function write(_id: string, items: CardItem[], computedAt: Date): Promise<CardDoc | null | 'newer'> {
  const before = await Cards.findById(_id).lean();
  if (before && before.computedAt > computedAt) return 'newer';
  await Cards.updateOne({ _id }, { $set: { items, computedAt } }, { upsert: true });
  return before;
}

/** The part of the items that a screen shows, to compare. */
const shown = (items: readonly CardItem[]): string => items.map(({ id, reason, params }) => `${id}${reason}${params?.count ?? ''}`).join();

/** Things in the published order. */
function inOrder(candidates: readonly Candidate[], now: Date): CardItem[] {
  const rankable = candidates.map(({ item, society }) => ({
    id: String(item.id),
    type: item.kind === 'event' ? ('event' as const) : ('society' as const),
    society_id: String(society._id),
    score: item.score,
    small: isSmall(society, now.getTime()),
    item,
  }));
  return arrange(rankable, maxItems).map(({ item }) => item);
}
