import type { Post } from '#models/contract/posts';
import type { PostFacts, Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { comparePositions, decodePosition, type ListPosition, positionOf, type SortOrder } from './cursor.js';
import { loadOwnLikes, noLikes } from './likes.loaders.js';
import { Loader } from './loader.js';
import { roleKey, roleLoader } from './memberships.js';
import { type Id, toId } from './model.js';
import { cutPage, type Page, paginate, readAfter } from './paginate.js';
import { type ListedPost, type PostDoc, Posts, postToWire } from './posts.js';
import { prefetchParent } from './prefetch-parent.js';
import { type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import { personLoader } from './users.js';

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

const postLoader = new Loader<PostDoc>(async (ids) => {
  const found = await Posts.find({ _id: { $in: ids.map(toId) } }).lean();
  return new Map(found.map((post) => [String(post._id), post]));
});
const withSociety = prefetchParent<PostDoc>((post) => post.society);

/** A post with its society, without authorization: the caller authorizes. */
export async function loadPost(id: Id): Promise<FoundPost | null> {
  const found = await withSociety(String(id), {
    child: () => postLoader.fresh(String(id)),
    parent: (society) => societyLoader.fresh(String(society)),
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
  const [societies, people, roles, likeOf] = await Promise.all([
    societyLoader.cachedMany(posts.map((post) => post.society)),
    personLoader.cachedMany(posts.map((post) => post.author)),
    roleLoader.cachedMany(posts.map(({ society, author }) => roleKey(society, author))),
    asker.viewer
      ? loadOwnLikes(
          asker.viewer.id,
          posts.map(({ _id }) => String(_id)),
        )
      : noLikes,
  ]);
  return posts.flatMap((post) => {
    const society = societies.get(String(post.society));
    if (!society) return [];
    const facts = postFacts(post, society);
    if (!asker.can('post.see', facts)) return [];
    const role = roles.get(roleKey(post.society, post.author)) ?? null;
    const like = likeOf(facts.id);
    return [
      {
        ...postToWire(post, people.get(String(post.author)), role, society),
        Is_Liked: like.on,
        Like_Version: like.version,
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

export type PostPage = Page<ListedPost>;

const order: SortOrder = [['createdAt', -1, 'date']];
const fields = { words: 0 } as const;
/** A read of posts in index order; `filter` matches the index's equality fields. */
const newestOf = (filter: Record<string, unknown>) => ({ ...filter, removedAt: null });

/** One page of these reads, newest first. */
const page = (filters: Record<string, unknown>[], cursor: string | undefined, limit: number): Promise<PostPage> =>
  paginate({ model: Posts, reads: filters.map(newestOf), order, fields, cursor, limit });

export const pageOfSociety = (society: Id, cursor: string | undefined, limit: number): Promise<PostPage> =>
  page([{ society }], cursor, limit);

const readNewest = (filter: Record<string, unknown>, from: ListPosition | null, limit: number): Promise<ListedPost[]> =>
  readAfter({ model: Posts, reads: [newestOf(filter)], order, fields }, from, limit + 1);

/** First pages of the feed's reads, shared by their readers. Keys are `open` or the ids of societies, and the length of the page. */
export const firstPageLoader = new Loader<ListedPost[]>(async (keys) => {
  const pages = keys.map(async (key): Promise<[string, ListedPost[]]> => {
    const [whose = '', limit] = key.split('/');
    const filter = whose === 'open' ? { open: true } : { society: { $in: whose.split(',').map(toId) } };
    return [key, await readNewest(filter, null, Number(limit))];
  });
  return new Map(await Promise.all(pages));
});

/** The feed: open posts and posts of the viewer's societies, as two index-ordered reads merged without a join. */
export async function feedPage(viewer: Viewer | null, cursor: string | undefined, limit: number): Promise<PostPage> {
  const from = decodePosition(cursor, order)?.position ?? null;
  const own = [...(viewer?.roles.keys() ?? [])];
  const firstPage = async (whose: string): Promise<ListedPost[]> => (await firstPageLoader.cached(`${whose}/${limit}`)) ?? [];
  const [open, inside] = await Promise.all([
    from ? readNewest({ open: true }, from, limit) : firstPage('open'),
    own.length === 0 ? [] : from ? readNewest({ society: { $in: own.map(toId) } }, from, limit) : firstPage(own.join()),
  ]);
  const merged = new Map([...open, ...inside].map((post) => [String(post._id), post]));
  const sorted = [...merged.values()].sort((a, b) => comparePositions(positionOf(a, order), positionOf(b, order), order));
  return cutPage(sorted, limit, order);
}

/** Posts of one person that the viewer may see: open posts, and posts in the viewer's own societies. */
export function pageOfAuthor(viewer: Viewer | null, author: Id, cursor: string | undefined, limit: number): Promise<PostPage> {
  if (viewer?.id === String(author) || viewer?.role === 'admin') return page([{ author }], cursor, limit);
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  const inside = own.length > 0 ? [{ author, open: false, society: { $in: own } }] : [];
  return page([{ author, open: true }, ...inside], cursor, limit);
}
