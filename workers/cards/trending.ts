import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { roomOf } from '#models/contract/rooms';
import { cardsTrending } from '#models/contract/trending';
import { type CardDoc, type CardItem, Cards } from '#models/db/cards';
import { sharedTrending } from '#models/db/cards.loaders';
import { type PostDoc, Posts } from '#models/db/posts';
import { conflict, retryOnConflict } from '#models/db/retry-on-conflict';

export interface TrendingOptions {
  days: number;
  /** Posts on the card; they are scored again beside the recently active ones. */
  maxItems: number;
  /** Head of the list, published when it changes. */
  shown: number;
  /** Overlap with the last run, for clock differences and slow writes. */
  overlapMs: number;
}
export const trendingDefaults: TrendingOptions = { days: 7, maxItems: 100, shown: 10, overlapMs: 60_000 };

type Scored = Pick<PostDoc, '_id' | 'likes' | 'comments' | 'createdAt'>;

const cardId = 'trending';
const hourMs = 3600_000;
const fields = { likes: 1, comments: 1, createdAt: 1 };

/** Score of a post: likes and comments, less with age. */
export const scoreOf = ({ likes, comments, createdAt }: Omit<Scored, '_id'>, now: number): number =>
  (likes + comments) / (Math.max(0, now - createdAt.getTime()) / hourMs + 2) ** 1.5;

/** Computes the card, and publishes it if its head changed. Starts over if another run wrote first. */
export async function refreshTrending(options: TrendingOptions = trendingDefaults): Promise<void> {
  await retryOnConflict(async () => {
    const before = await Cards.findById(cardId).lean();
    const now = Math.max(Date.now(), (before?.computedAt.getTime() ?? 0) + 1);
    const items = rank(await candidates(before, now, options), now, options);
    if (!(await write(before, items, new Date(now)))) return conflict;
    return publishChange(before, items, new Date(now), options);
  });
}

/** The first time all open posts of these days; later those active since the last run, and those on the card. */
async function candidates(before: CardDoc | null, now: number, { days, overlapMs }: TrendingOptions): Promise<Scored[]> {
  const open = { open: true, removedAt: null, createdAt: { $gte: new Date(now - days * 24 * hourMs) } };
  if (!before) return Posts.find(open, fields).lean<Scored[]>();
  const since = new Date(before.computedAt.getTime() - overlapMs);
  const [moved, carded] = await Promise.all([
    Posts.find({ ...open, activeAt: { $gte: since } }, fields)
      .sort({ activeAt: -1 })
      .lean<Scored[]>(),
    Posts.find({ ...open, _id: { $in: before.items.map((item) => item.id) } }, fields).lean<Scored[]>(),
  ]);
  return [...new Map([...moved, ...carded].map((post) => [String(post._id), post])).values()];
}

const rank = (posts: readonly Scored[], now: number, { maxItems }: TrendingOptions): CardItem[] =>
  posts
    .map((post): CardItem => ({ id: post._id, kind: 'post', score: scoreOf(post, now), at: post.createdAt }))
    .filter((item) => item.score > 0)
    .sort((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? 1 : -1))
    .slice(0, maxItems);

/** Writes unless another run has written since: then false, or the duplicate key error of the first write. */
async function write(before: CardDoc | null, items: CardItem[], computedAt: Date): Promise<boolean> {
  if (before) {
    const { matchedCount } = await Cards.updateOne({ _id: cardId, computedAt: before.computedAt }, { $set: { items, computedAt } });
    return matchedCount === 1;
  }
  await Cards.create({ _id: cardId, items, computedAt });
  return true;
}

async function publishChange(
  before: CardDoc | null,
  items: readonly CardItem[],
  computedAt: Date,
  { shown }: TrendingOptions,
): Promise<void> {
  const head = items.slice(0, shown);
  const ids = (list: readonly CardItem[]): string =>
    list
      .slice(0, shown)
      .map((item) => String(item.id))
      .join();
  if (before && ids(before.items) === ids(head)) return;
  const payload = { items: await sharedTrending(head), computedAt: computedAt.toISOString() };
  await appendMessages([liveMessage(cardsTrending, [roomOf('feed')], payload)]);
}
