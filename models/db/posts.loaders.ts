import { pins } from '#models/contract/limits';
import { maskPost } from '#models/contract/masked';
import type { Post, SharedPost } from '#models/contract/posts';
import { markShared } from '#models/contract/shared-fields';
import type { SocietyRole } from '#models/contract/societies';
import type { PostFacts, Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { hasScope } from '#models/policies/scopes';
import { compareBy, decodePosition, type ListPosition, type SortOrder } from './cursor.js';
import { loadOwnLikes, noLikes } from './likes.loaders.js';
import { Loader, SharedLoader } from './loader.js';
import { roleKey, roleLoader } from './memberships.js';
import { memoizeByObject, memoizeByParts } from './memoize.js';
import { type Id, toId } from './model.js';
import { loadNaming } from './naming.loaders.js';
import { cutPage, type Page, paginate, readAfter } from './paginate.js';
import { loadOwnVotes, noVote } from './poll-votes.loaders.js';
import { type ListedPost, type PostDoc, Posts, postToWire } from './posts.js';
import { prefetchParent } from './prefetch-parent.js';
import { type SocietyDoc, societyFacts, societyLoader } from './societies.js';
import type { DbSession } from './transaction.js';
import { type PersonDoc, personLoader } from './users.js';

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

/** Posts by id. */
export const postLoader = new Loader<PostDoc>(async (ids) => {
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

/** Ids of posts as text: the same for everybody who reads a cached page. */
const idsOf = memoizeByObject((posts: readonly ListedPost[]) =>
  posts.map(({ _id, society, author }) => {
    const [inSociety, byAuthor] = [String(society), String(author)];
    return { id: String(_id), society: inSociety, author: byAuthor, role: roleKey(inSociety, byAuthor) };
  }),
);

const noRights: Post['Can'] = { edit: false, delete: false, report: false };

/**
 * The part of a post that is the same for every viewer, composed once for all who get the same cached documents. `template` is `wire`
 * with empty own fields, so that a copy has room for a viewer's: adding fields to a copy takes ten times as long.
 */
const sharedPartOf = memoizeByParts((post: ListedPost, society: SocietyDoc, author: PersonDoc | undefined, role: SocietyRole | null) => {
  const wire: SharedPost = postToWire(post, author, role, society);
  const template: Post = { ...wire, Is_Liked: false, Like_Version: 0, ...(post.poll && noVote), Can: noRights };
  return { facts: postFacts(post, society), wire, template };
});

/** Posts as this viewer sees them, in the order given; omits those that the viewer may not see, and masks authors. */
export async function postsForViewer(asker: Asker, posts: readonly ListedPost[]): Promise<Post[]> {
  const shown = await unmaskedPosts(asker, posts);
  const mayName = await loadNaming(
    asker,
    shown.map(({ society, author }) => ({ society, user: author })),
  );
  return shown.map(({ wire, society, author }) => (mayName(society, author) ? wire : maskPost(wire)));
}

/** Posts on their author's profile as this viewer sees them; omits those whose author the viewer may not learn. */
export async function postsOnProfile(asker: Asker, posts: readonly ListedPost[]): Promise<Post[]> {
  return (await postsForViewer(asker, posts)).filter(({ User }) => User !== '');
}

/** Posts that the viewer may see, each with what decides whether its author is masked. */
export async function unmaskedPosts(
  asker: Asker,
  posts: readonly ListedPost[],
): Promise<{ wire: Post; society: SocietyDoc; author: string }[]> {
  if (posts.length === 0) return [];
  const ids = idsOf(posts);
  const [societies, people, roles, likeOf, voteOf] = await Promise.all([
    societyLoader.cachedMany(ids.map(({ society }) => society)),
    personLoader.cachedMany(ids.map(({ author }) => author)),
    roleLoader.cachedMany(ids.map(({ role }) => role)),
    asker.viewer
      ? loadOwnLikes(
          asker.viewer.id,
          ids.map(({ id }) => id),
        )
      : noLikes,
    loadOwnVotes(
      asker.viewer,
      ids.filter((_at, i) => posts[i]?.poll).map(({ id }) => id),
    ),
  ]);
  return ids.flatMap((at, i) => {
    const [post, society] = [posts[i], societies.get(at.society)];
    if (!post || !society) return [];
    const { facts, wire, template } = sharedPartOf(post, society, people.get(at.author), roles.get(at.role) ?? null);
    if (!asker.can('post.see', facts)) return [];
    const like = likeOf(at.id);
    const own = { Is_Liked: like.on, Like_Version: like.version, ...(post.poll && voteOf(at.id)), Can: canOfPost(asker, facts) };
    return [{ wire: markShared<Post, SharedPost>({ ...template, ...own }, wire), society, author: at.author }];
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

/** A society's pinned posts, newest first. */
export const pinnedOf = (society: Id, session: DbSession | null = null): Promise<ListedPost[]> =>
  Posts.find({ society, pinnedUntil: { $gt: new Date() }, removedAt: null }, fields)
    .sort({ createdAt: -1, _id: -1 })
    .limit(pins.most + 1)
    .session(session)
    .lean()
    .exec();

const pinsKey = 'pins';

/** A society's first posts, shared by its readers. Keys are the society, the number of posts, and `pins` if it may have pinned posts. */
const firstOfSociety = new SharedLoader<PostPage>(async (key) => {
  const [id = '', limit, pinsPart] = key.split('/');
  const society = toId(id);
  const [found, pinned] = await Promise.all([page([{ society }], undefined, Number(limit)), pinsPart === pinsKey ? pinnedOf(society) : []]);
  return { ...found, items: [...pinned, ...without(found.items, pinned)] };
}, 'posts');

function without(posts: readonly ListedPost[], pinned: readonly ListedPost[]): ListedPost[] {
  const ids = new Set(pinned.map(({ _id }) => String(_id)));
  return posts.filter(({ _id }) => !ids.has(String(_id)));
}

/** A society's posts, newest first, with the pinned ones before those of the first page. */
export async function pageOfSociety(
  { _id, pinsUntil }: Pick<SocietyDoc, '_id' | 'pinsUntil'>,
  cursor: string | undefined,
  limit: number,
): Promise<PostPage> {
  const mayHavePins = pinsUntil !== undefined && pinsUntil.getTime() > Date.now();
  if (!cursor) return firstOfSociety.cached([_id, limit, ...(mayHavePins ? [pinsKey] : [])].join('/'));
  const [found, pinned] = await Promise.all([page([{ society: _id }], cursor, limit), mayHavePins ? pinnedOf(_id) : []]);
  return { ...found, items: without(found.items, pinned) };
}

/** One page of the posts of several societies. */
export const pageOfSocieties = (societies: readonly Id[], cursor: string | undefined, limit: number): Promise<PostPage> =>
  societies.length === 0 ? Promise.resolve({ items: [], next: null }) : page([{ society: { $in: societies } }], cursor, limit);

const readNewest = (filter: Record<string, unknown>, from: ListPosition | null, limit: number): Promise<ListedPost[]> =>
  readAfter({ model: Posts, reads: [newestOf(filter)], order, fields }, from, limit + 1);

interface FirstPage {
  /** One more than the limit, if there is. */
  posts: ListedPost[];
  limit: number;
}
const emptyPage: FirstPage = { posts: [], limit: 0 };

/** First pages of the feed's reads, shared by their readers. Keys are `open` or the ids of societies, and the length of the page. */
export const firstPageLoader = new Loader<FirstPage>(async (keys) => {
  const pages = keys.map(async (key): Promise<[string, FirstPage]> => {
    const [whose = '', limit] = key.split('/');
    const filter = whose === 'open' ? { open: true } : { society: { $in: whose.split(',').map(toId) } };
    return [key, { posts: await readNewest(filter, null, Number(limit)), limit: Number(limit) }];
  });
  return new Map(await Promise.all(pages));
});

/** Merges two index-ordered reads, without a join. */
function mergePage(open: readonly ListedPost[], inside: readonly ListedPost[], limit: number): PostPage {
  const merged = new Map([...open, ...inside].map((post) => [String(post._id), post]));
  const sorted = [...merged.values()].sort(compareBy(order));
  return cutPage(sorted, limit, order);
}

/** Merges first pages once for all who read the same two. */
const mergeFirstPages = memoizeByObject((open: FirstPage) =>
  memoizeByObject((inside: FirstPage) => mergePage(open.posts, inside.posts, open.limit)),
);

/** The feed: open posts and posts of the viewer's societies. */
export async function feedPage(viewer: Viewer | null, cursor: string | undefined, limit: number): Promise<PostPage> {
  const from = decodePosition(cursor, order)?.position ?? null;
  // Sorted, so that members of the same societies share a read.
  const own = [...(viewer?.roles.keys() ?? [])].sort();
  if (from) {
    const [open, inside] = await Promise.all([
      readNewest({ open: true }, from, limit),
      own.length === 0 ? [] : readNewest({ society: { $in: own.map(toId) } }, from, limit),
    ]);
    return mergePage(open, inside, limit);
  }
  const firstPage = async (whose: string): Promise<FirstPage> => (await firstPageLoader.cached(`${whose}/${limit}`)) ?? emptyPage;
  const [open, inside] = await Promise.all([firstPage('open'), own.length === 0 ? emptyPage : firstPage(own.join())]);
  return mergeFirstPages(open)(inside);
}

/** An author's first posts, open and others, shared by all who look at the profile. Keys are the author and the number of posts. */
const firstOfAuthor = new SharedLoader<ListedPost[]>((key) => {
  const [author = '', size] = key.split('/');
  const reads = [true, false].map((open) => newestOf({ author: toId(author), open }));
  return readAfter({ model: Posts, reads, order, fields }, null, Number(size));
}, 'posts');

/** Posts of one person that the viewer may see: open posts, and posts in the viewer's own societies. */
export async function pageOfAuthor(viewer: Viewer | null, author: Id, cursor: string | undefined, limit: number): Promise<PostPage> {
  const seesAll = viewer?.id === String(author) || hasScope(viewer, 'moderate');
  if (!cursor) {
    const size = limit + 1;
    const first = await firstOfAuthor.cached(`${author}/${size}`);
    const seen = seesAll ? first : first.filter(({ open, society }) => open || viewer?.roles.has(String(society)));
    if (seen.length === size || first.length < size) return cutPage(seen, limit, order);
  }
  if (seesAll) return page([{ author }], cursor, limit);
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  const inside = own.length > 0 ? [{ author, open: false, society: { $in: own } }] : [];
  return page([{ author, open: true }, ...inside], cursor, limit);
}
