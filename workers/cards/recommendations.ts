import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { cardsRecommendations } from '#models/contract/recommendations';
import { roomOf } from '#models/contract/rooms';
import { type CardItem, Cards } from '#models/db/cards';
import { Follows } from '#models/db/follows';
import { toId } from '#models/db/model';
import { withOpenProfile } from '#models/db/people.loaders';
import { refusedBy } from '#models/db/recommendations.loaders';
import { loadViewer } from '#models/db/viewer';
import { recommendEvents } from './event-candidates.js';
import { recommendSocieties } from './society-candidates.js';

const limitPerKind = 10;
const maxFollowed = 500;

/** Computes a person's recommendations, and notifies their screens if the list changed. */
export async function refreshRecommendations(user: string): Promise<void> {
  const _id = `recommendations:${user}`;
  const viewer = await loadViewer(toId(user));
  if (!viewer) {
    await Cards.deleteOne({ _id });
    return;
  }
  const now = new Date();
  const follows = await Follows.find({ from: viewer._id, on: true }, { to: 1 }).limit(maxFollowed).lean();
  const followed = await withOpenProfile(
    viewer,
    follows.map(({ to }) => to),
  );
  const hints = { followed, refused: await refusedBy(viewer._id) };
  const [societies, events] = await Promise.all([
    recommendSocieties(viewer, hints, limitPerKind, now),
    recommendEvents(viewer, hints, limitPerKind, now),
  ]);
  const items = interleave(societies, events);
  const before = await Cards.findById(_id).lean();
  await Cards.updateOne({ _id }, { $set: { items, computedAt: now } }, { upsert: true });
  const ids = (list: readonly CardItem[]): string => list.map((item) => `${item.id}${item.reason}`).join();
  if (before && ids(before.items) === ids(items)) return;
  await appendMessages([liveMessage(cardsRecommendations, [roomOf('user', user)], { computedAt: now.toISOString() })]);
}

/** Alternates two societies and one event, as long as there are any. */
function interleave(societies: readonly CardItem[], events: readonly CardItem[]): CardItem[] {
  const items: CardItem[] = [];
  for (let i = 0; 2 * i < societies.length || i < events.length; i++)
    items.push(...societies.slice(2 * i, 2 * i + 2), ...events.slice(i, i + 1));
  return items;
}
