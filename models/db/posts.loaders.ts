import type { Post } from '#models/contract/posts';
import type { PostFacts, Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { batchLoader } from './batch-loader.js';
import { cachedFirstPage, cachedPeople, cachedRoles, cachedSocieties, roleKey } from './cached-reads.js';
import { afterCursor, type Cursor, cutPage } from './cursor.js';
import { Likes } from './likes.js';
import { type Id, toId } from './model.js';
import { type ListedPost, type PostDoc, Posts, postToWire } from './posts.js';
import { prefetchParent } from './prefetch-parent.js';
import { type SocietyDoc, societyFacts, societyOf } from './societies.js';

export const postFacts = (post: Pick<PostDoc, '_id' | 'author' | 'createdAt' | 'removedAt'>, society: SocietyDoc): PostFacts => ({
  id: String(post._id),
  author: String(post.author),
  createdAt: post.createdAt,
  removed: post.removedAt !== null,
  society: societyFacts(society),
});

export interface FoundPost {
  post: PostDoc;
  society: SocietyDoc;
  facts: PostFacts;
}

const postOf = batchLoader(async (ids): Promise<Map<string, PostDoc>> => {
  const found = await Posts.find({ _id: { $in: ids.map(toId) } }).lean();
  return new Map(found.map((post) => [String(post._id), post]));
});
const withSociety = prefetchParent<PostDoc>((post) => post.society);

/** A post with its society, without authorization: the caller authorizes. */
export async function loadPost(id: Id): Promise<FoundPost | null> {
  const found = await withSociety(String(id), {
    child: () => postOf(String(id)),
    parent: (society) => societyOf(String(society)),
  });
  if (!found?.parent) return null;
  const { child: post, parent: society } = found;
  return { post, society, facts: postFacts(post, society) };
}

/** A post with its society, if the viewer may see it or `rule` allows an action on it; else null. */
export async function findPost(asker: Asker, id: Id, rule: 'post.see' | 'post.delete' = 'post.see'): Promise<FoundPost | null> {
  const found = await loadPost(id);
  return found && (asker.can('post.see', found.facts) || asker.can(rule, found.facts)) ? found : null;
}

/** Posts as this viewer sees them, in the order given; omits those that the viewer may not see. */
export async function postsForViewer(asker: Asker, posts: readonly ListedPost[]): Promise<Post[]> {
  if (posts.length === 0) return [];
  const [societies, people, roles, liked] = await Promise.all([
    cachedSocieties(posts.map((post) => post.society)),
    cachedPeople(posts.map((post) => post.author)),
    cachedRoles(posts.map(({ society, author }) => ({ society, user: author }))),
    likedBy(asker.viewer, posts),
  ]);
  return posts.flatMap((post) => {
    const society = societies.get(String(post.society));
    if (!society) return [];
    const facts = postFacts(post, society);
    if (!asker.can('post.see', facts)) return [];
    const role = roles.get(roleKey(post.society, post.author)) ?? null;
    return [
      {
        ...postToWire(post, people.get(String(post.author)), role, society),
        Is_Liked: liked.has(String(post._id)),
        Can: canOfPost(asker, facts),
      },
    ];
  });
}

const canOfPost = (asker: Asker, facts: PostFacts): Post['Can'] => ({
  edit: asker.can('post.edit', facts),
  delete: asker.can('post.delete', facts),
  report: asker.can('post.report', facts),
});

const likeKey = (user: string, post: string): string => `${user}/${post}`;
/** Batches reads of likes by `likeKey`: concurrent readers of the same posts share one query. */
const likeOf = batchLoader(async (keys): Promise<Map<string, true>> => {
  const [users, liked] = [0, 1].map((part) => [...new Set(keys.map((key) => key.split('/')[part] as string))].map(toId));
  const likes = await Likes.find({ post: { $in: liked }, user: { $in: users }, on: true }, { post: 1, user: 1 }).lean();
  return new Map(likes.map(({ user, post }): [string, true] => [likeKey(String(user), String(post)), true]));
});

async function likedBy(viewer: Viewer | null, posts: readonly ListedPost[]): Promise<Set<string>> {
  if (!viewer) return new Set();
  const ids = posts.map(({ _id }) => String(_id));
  const liked = await Promise.all(ids.map((id) => likeOf(likeKey(viewer.id, id))));
  return new Set(ids.filter((_id, n) => liked[n]));
}

export interface PostPage {
  posts: ListedPost[];
  next: string | null;
}

/** Reads one page and one item more in index order, newest first; `filter` matches the index's equality fields. */
const newest = (filter: Record<string, unknown>, cursor: Cursor | null, limit: number): Promise<ListedPost[]> =>
  Posts.find({ ...filter, removedAt: null, ...afterCursor('createdAt', cursor, -1) }, { words: 0 })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean();

/** Cuts the page and encodes the next cursor. */
function cut(found: ListedPost[], limit: number): PostPage {
  const { items: posts, next } = cutPage(found, limit, ({ createdAt }) => createdAt);
  return { posts, next };
}

export const pageOfSociety = async (society: Id, cursor: Cursor | null, limit: number): Promise<PostPage> =>
  cut(await newest({ society }, cursor, limit), limit);

const newestFirst = (a: ListedPost, b: ListedPost): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (String(a._id) < String(b._id) ? 1 : -1);

/** The feed: open posts and posts of the viewer's societies, as two index-ordered reads merged without a join. */
export async function feedPage(viewer: Viewer | null, cursor: Cursor | null, limit: number): Promise<PostPage> {
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  const read = (whose: string, filter: Record<string, unknown>): Promise<ListedPost[]> =>
    cursor ? newest(filter, cursor, limit) : cachedFirstPage(`${whose}/${limit}`, () => newest(filter, null, limit));
  const [open, inside] = await Promise.all([
    read('open', { open: true }),
    own.length > 0 ? read(own.join(), { society: { $in: own } }) : [],
  ]);
  const merged = new Map([...open, ...inside].map((post) => [String(post._id), post]));
  return cut([...merged.values()].sort(newestFirst), limit);
}

/** Posts of one person that the viewer may see: open posts, and posts in the viewer's own societies. */
export async function pageOfAuthor(viewer: Viewer | null, author: Id, cursor: Cursor | null, limit: number): Promise<PostPage> {
  if (viewer?.id === String(author) || viewer?.role === 'admin') return cut(await newest({ author }, cursor, limit), limit);
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  const [open, inside] = await Promise.all([
    newest({ author, open: true }, cursor, limit),
    own.length > 0 ? newest({ author, open: false, society: { $in: own } }, cursor, limit) : [],
  ]);
  return cut([...open, ...inside].sort(newestFirst), limit);
}
