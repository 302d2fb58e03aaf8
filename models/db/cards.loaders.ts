import type { DataOf } from '#models/contract/define';
import type { Post, SharedPost } from '#models/contract/posts';
import { markShared, sharedFieldsOf } from '#models/contract/shared-fields';
import type { getTrendingSocieties } from '#models/contract/trending';
import { type Asker, askerFor } from '#models/policies/index';
import { type CardItem, Cards, trendingSocietiesCard } from './cards.js';
import { SharedLoader } from './loader.js';
import { memoizeByObject } from './memoize.js';
import type { Id } from './model.js';
import { type ListedPost, Posts } from './posts.js';
import { postsForViewer, unmaskedPosts } from './posts.loaders.js';
import { isOpenInside, loadSocieties, type SocietyDoc, societyFacts } from './societies.js';

const titleLength = 50;
/** Number of newest open posts to rank when there is no card. */
const fallbackWalk = 500;
const dayMs = 86_400_000;

export type TrendingPost = Post & { title: string; score: number };

type Scores = ReadonlyMap<string, number>;

/** Fields of a trending post: the first 50 characters of its text, then '...', and its score on the card. */
const trendingFields = ({ ID, Content }: Pick<Post, 'ID' | 'Content'>, scores: Scores): Pick<TrendingPost, 'title' | 'score'> => ({
  title: `${[...Content].slice(0, titleLength).join('')}...`,
  score: scores.get(ID) ?? 0,
});

/** Posts in their order on a card, with their scores there. */
interface RankedPosts {
  posts: ListedPost[];
  scores: Scores;
}

/** Composes what is the same for every viewer of a trending post once for all who get the same ranking. */
const sharedOf = memoizeByObject(({ scores }: RankedPosts) =>
  memoizeByObject((shared: SharedPost) => ({ ...shared, ...trendingFields(shared, scores) })),
);

/** Ranked posts as this viewer sees them; omits those that the viewer may not see, and masks authors. */
async function trendingOf(asker: Asker, ranked: RankedPosts, limit: number): Promise<TrendingPost[]> {
  const shown = (await postsForViewer(asker, ranked.posts)).slice(0, limit);
  return shown.map((post) => {
    const wire = sharedFieldsOf(post);
    // Masked: its fields are this viewer's.
    if (!wire) return { ...post, ...trendingFields(post, ranked.scores) };
    const shared = sharedOf(ranked)(wire as SharedPost);
    return markShared({ ...post, title: shared.title, score: shared.score }, shared);
  });
}

async function inOrder(ids: readonly Id[]): Promise<ListedPost[]> {
  const found = await Posts.find({ _id: { $in: ids }, open: true, removedAt: null }, { words: 0 }).lean();
  const byId = new Map(found.map((post) => [String(post._id), post]));
  return ids.flatMap((id) => byId.get(String(id)) ?? []);
}

/** Posts to load for a page: more than requested, since some may be removed or hidden by a block. */
const spareFor = (limit: number): number => 2 * limit + 10;

/** Posts of the card, shared by all who look. Keys are the length of the page and the days that count. */
const trendingPosts = new SharedLoader<RankedPosts>(async (key) => {
  const [limit = 0, days = 0] = key.split('/').map(Number);
  const since = Date.now() - days * dayMs;
  const card = await Cards.findById('trending').lean();
  const items = (card?.items ?? []).filter((item) => item.at.getTime() >= since).slice(0, spareFor(limit));
  return { posts: await inOrder(items.map(({ id }) => id)), scores: scoresOf(items) };
}, 'posts');

const scoresOf = (items: readonly CardItem[]): Scores => new Map(items.map(({ id, score }) => [String(id), score]));

/** The most liked of the newest posts, shared by all who look while there is no card. Keys are the length of the page. */
const mostLiked = new SharedLoader<RankedPosts>(async (limit) => {
  const newest = await Posts.find({ open: true, removedAt: null }, { words: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(fallbackWalk)
    .lean();
  const moved = (post: ListedPost): number => post.likes + post.comments;
  return { posts: newest.sort((a, b) => moved(b) - moved(a)).slice(0, spareFor(Number(limit))), scores: new Map() };
}, 'posts');

/** Trending posts as this viewer sees them; without a card, the most liked of the newest posts. */
export async function loadTrending(asker: Asker, limit: number, days: number): Promise<TrendingPost[]> {
  const found = await trendingOf(asker, await trendingPosts.cached(`${limit}/${days}`), limit);
  return found.length > 0 ? found : trendingOf(asker, await mostLiked.cached(String(limit)), limit);
}

/** Fields of a post that are the viewer's own. */
type OwnField = 'Is_Liked' | 'Like_Version' | 'My_Vote' | 'Vote_Version' | 'Can';

/** Trending posts as a visitor sees them, for the live message, with their authors: the gateway masks them for each reader. */
export async function sharedTrending(items: readonly CardItem[]): Promise<Omit<TrendingPost, OwnField>[]> {
  const scores = scoresOf(items);
  const found = await unmaskedPosts(askerFor(null), await inOrder(items.map((item) => item.id)));
  return found.map(({ wire: { Is_Liked, Like_Version, My_Vote, Vote_Version, Can, ...shared } }) => ({
    ...shared,
    ...trendingFields(shared, scores),
  }));
}

/** A society on the card, with its numbers there. */
interface RankedSociety {
  society: SocietyDoc;
  wire: DataOf<typeof getTrendingSocieties>[number];
}

/** Societies of the card that are public now, and when it was computed; shared by all who look. */
const trendingSocieties = new SharedLoader<{ ranked: RankedSociety[]; computedAt: Date | null }>(async () => {
  const card = await Cards.findById(trendingSocietiesCard).lean();
  const items = card?.items ?? [];
  const found = await loadSocieties(items.map(({ id }) => id));
  const ranked = items.flatMap(({ id, score, counts }) => {
    const society = found.get(String(id));
    if (!society || !counts || !isOpenInside(society).posts) return [];
    const { name: Name, image: Image, category: Category } = society;
    const { members: Member_Count, joined: New_Members, posted: New_Posts, planned: Coming_Events } = counts;
    const wire = { ID: String(id), Name, Image, Category, Member_Count, New_Members, New_Posts, Coming_Events, score };
    return [{ society, wire }];
  });
  return { ranked, computedAt: card?.computedAt ?? null };
});

/** Trending societies that the viewer may see, and when they were computed. */
export async function loadTrendingSocieties(
  asker: Asker,
  limit: number,
): Promise<{ societies: DataOf<typeof getTrendingSocieties>; computedAt: Date | null }> {
  const { ranked, computedAt } = await trendingSocieties.cached(trendingSocietiesCard);
  const seen = ranked.filter(({ society }) => asker.can('society.see', societyFacts(society)));
  return { societies: seen.slice(0, limit).map(({ wire }) => wire), computedAt };
}
