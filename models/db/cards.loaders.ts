import type { DataOf } from '#models/contract/define';
import type { Post } from '#models/contract/posts';
import type { getTrendingSocieties } from '#models/contract/trending';
import { type Asker, askerFor } from '#models/policies/index';
import { type CardItem, Cards, trendingSocietiesCard } from './cards.js';
import type { Id } from './model.js';
import { type ListedPost, Posts } from './posts.js';
import { postsForViewer, unmaskedPosts } from './posts.loaders.js';
import { isOpenInside, loadSocieties, societyFacts } from './societies.js';

const titleLength = 50;
/** Number of newest open posts to rank when there is no card. */
const fallbackWalk = 500;
const dayMs = 86_400_000;

export type TrendingPost = Post & { title: string; score: number };

/** Title of a trending post: its first 50 characters, then '...'. */
const titleOf = (content: string): string => `${[...content].slice(0, titleLength).join('')}...`;

/** Items of a card; empty without a card. */
const itemsOf = async (card: string): Promise<CardItem[]> => (await Cards.findById(card).lean())?.items ?? [];

/** Current posts of a card's items in the card's order; omits those that the viewer may not see. */
async function trendingOf(asker: Asker, scores: ReadonlyMap<string, number>, docs: readonly ListedPost[]): Promise<TrendingPost[]> {
  return scored(await postsForViewer(asker, docs), scores);
}

const scored = (posts: readonly Post[], scores: ReadonlyMap<string, number>): TrendingPost[] =>
  posts.map((post) => ({ ...post, title: titleOf(post.Content), score: scores.get(post.ID) ?? 0 }));

async function inOrder(ids: readonly Id[]): Promise<ListedPost[]> {
  const found = await Posts.find({ _id: { $in: ids }, open: true, removedAt: null }, { words: 0 }).lean();
  const byId = new Map(found.map((post) => [String(post._id), post]));
  return ids.flatMap((id) => byId.get(String(id)) ?? []);
}

/** Trending posts as this viewer sees them; without a card, the most liked of the newest posts. */
export async function loadTrending(asker: Asker, limit: number, days: number): Promise<TrendingPost[]> {
  const since = Date.now() - days * dayMs;
  const items = (await itemsOf('trending')).filter((item) => item.at.getTime() >= since);
  const scores = new Map(items.map((item) => [String(item.id), item.score]));
  // Load twice as many as requested, since some may be removed or hidden by a block.
  const docs = await inOrder(items.slice(0, 2 * limit + 10).map((item) => item.id));
  const found = await trendingOf(asker, scores, docs);
  return found.length > 0 ? found.slice(0, limit) : mostLiked(asker, limit);
}

async function mostLiked(asker: Asker, limit: number): Promise<TrendingPost[]> {
  const newest = await Posts.find({ open: true, removedAt: null }, { words: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(fallbackWalk)
    .lean();
  const moved = (post: ListedPost): number => post.likes + post.comments;
  const docs = newest.sort((a, b) => moved(b) - moved(a)).slice(0, 2 * limit + 10);
  return (await trendingOf(asker, new Map(), docs)).slice(0, limit);
}

/** Fields of a post that are the viewer's own. */
type OwnField = 'Is_Liked' | 'Like_Version' | 'My_Vote' | 'Vote_Version' | 'Can';

/** Trending posts as a visitor sees them, for the live message, with their authors: the gateway masks them for each reader. */
export async function sharedTrending(items: readonly CardItem[]): Promise<Omit<TrendingPost, OwnField>[]> {
  const scores = new Map(items.map((item) => [String(item.id), item.score]));
  const found = await unmaskedPosts(askerFor(null), await inOrder(items.map((item) => item.id)));
  const posts = scored(
    found.map(({ wire }) => wire),
    scores,
  );
  return posts.map(({ Is_Liked, Like_Version, My_Vote, Vote_Version, Can, ...shared }) => shared);
}

/** Trending societies that are public now, and when they were computed. */
export async function loadTrendingSocieties(
  asker: Asker,
  limit: number,
): Promise<{ societies: DataOf<typeof getTrendingSocieties>; computedAt: Date | null }> {
  const card = await Cards.findById(trendingSocietiesCard).lean();
  const items = card?.items ?? [];
  const found = await loadSocieties(items.map(({ id }) => id));
  const societies = items.flatMap(({ id, score, counts }) => {
    const society = found.get(String(id));
    if (!society || !counts || !isOpenInside(society).posts || !asker.can('society.see', societyFacts(society))) return [];
    const { name: Name, image: Image, category: Category } = society;
    const { members: Member_Count, joined: New_Members, posted: New_Posts, planned: Coming_Events } = counts;
    return [{ ID: String(id), Name, Image, Category, Member_Count, New_Members, New_Posts, Coming_Events, score }];
  });
  return { societies: societies.slice(0, limit), computedAt: card?.computedAt ?? null };
}
