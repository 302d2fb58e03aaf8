import type { Post } from '#models/contract/posts';
import type { SocietyRole } from '#models/contract/societies';
import type { PostFacts, Viewer } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { after, type Cursor, cutPage } from './cursor.js';
import { Likes } from './likes.js';
import { Memberships } from './memberships.js';
import { type Id, toId } from './model.js';
import { type PostDoc, Posts, postToWire } from './posts.js';
import { Societies, type SocietyDoc, societyFacts } from './societies.js';
import { loadPeople } from './users.js';

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

/** One post with its society, whoever asks: what may be shown of it is for the caller to judge. */
export async function loadPost(id: Id): Promise<FoundPost | null> {
  const post = await Posts.findById(id).lean();
  const society = post ? await Societies.findById(post.society).lean() : null;
  return post && society ? { post, society, facts: postFacts(post, society) } : null;
}

/** One post with its society, if this viewer may see it, or may do this with it; else null, as if it were not there. */
export async function findPost(asker: Asker, id: Id, rule: 'post.see' | 'post.delete' = 'post.see'): Promise<FoundPost | null> {
  const found = await loadPost(id);
  return found && (asker.can('post.see', found.facts) || asker.can(rule, found.facts)) ? found : null;
}

/** Societies by id, for judging and naming what lies in them. */
export async function loadSocieties(ids: Iterable<Id>): Promise<Map<string, SocietyDoc>> {
  const wanted = [...new Map([...ids].map((id) => [String(id), id])).values()];
  if (wanted.length === 0) return new Map();
  const found = await Societies.find({ _id: { $in: wanted } }).lean();
  return new Map(found.map((society) => [String(society._id), society]));
}

/** Posts as this viewer sees them, in the order given; what the viewer may not see is left out. */
export async function postsForViewer(asker: Asker, posts: readonly PostDoc[]): Promise<Post[]> {
  if (posts.length === 0) return [];
  const [societies, people, roles, liked] = await Promise.all([
    loadSocieties(posts.map((post) => post.society)),
    loadPeople(posts.map((post) => post.author)),
    rolesOfAuthors(posts),
    likedBy(asker.viewer, posts),
  ]);
  return posts.flatMap((post) => {
    const society = societies.get(String(post.society));
    if (!society) return [];
    const facts = postFacts(post, society);
    if (!asker.can('post.see', facts)) return [];
    const role = roles.get(`${post.society}/${post.author}`) ?? null;
    return [
      {
        ...postToWire(post, people.get(String(post.author)), role, society),
        Is_Liked: liked.has(String(post._id)),
        Can: canOfPost(asker, facts),
      },
    ];
  });
}

export const canOfPost = (asker: Asker, facts: PostFacts): Post['Can'] => ({
  edit: asker.can('post.edit', facts),
  delete: asker.can('post.delete', facts),
  report: asker.can('post.report', facts),
});

async function rolesOfAuthors(posts: readonly PostDoc[]): Promise<Map<string, SocietyRole>> {
  const societies = [...new Map(posts.map((post) => [String(post.society), post.society])).values()];
  const authors = [...new Map(posts.map((post) => [String(post.author), post.author])).values()];
  const found = await Memberships.find({ society: { $in: societies }, user: { $in: authors } }, { society: 1, user: 1, role: 1 }).lean();
  return new Map(found.map((membership) => [`${membership.society}/${membership.user}`, membership.role]));
}

async function likedBy(viewer: Viewer | null, posts: readonly PostDoc[]): Promise<Set<string>> {
  if (!viewer) return new Set();
  const likes = await Likes.find({ post: { $in: posts.map((post) => post._id) }, user: toId(viewer.id), on: true }, { post: 1 }).lean();
  return new Set(likes.map((like) => String(like.post)));
}

export interface PostPage {
  posts: PostDoc[];
  next: string | null;
}

/** One page read in the order of an index, newest first; `filter` is that index's equality. */
const newest = (filter: Record<string, unknown>, cursor: Cursor | null, limit: number): Promise<PostDoc[]> =>
  Posts.find({ ...filter, removedAt: null, ...after('createdAt', cursor, -1) })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit + 1)
    .lean();

/** What a reader sees is cut to the page, and where the next one begins. */
function cut(found: PostDoc[], limit: number): PostPage {
  const { items: posts, next } = cutPage(found, limit, ({ createdAt }) => createdAt);
  return { posts, next };
}

export const pageOfSociety = async (society: Id, cursor: Cursor | null, limit: number): Promise<PostPage> =>
  cut(await newest({ society }, cursor, limit), limit);

const newestFirst = (a: PostDoc, b: PostDoc): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (String(a._id) < String(b._id) ? 1 : -1);

/** The feed: what is open, and what lies in the viewer's own societies: two ordered reads merged, never a join. */
export async function feedPage(viewer: Viewer | null, cursor: Cursor | null, limit: number): Promise<PostPage> {
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  const [open, inside] = await Promise.all([
    newest({ open: true }, cursor, limit),
    own.length > 0 ? newest({ society: { $in: own } }, cursor, limit) : [],
  ]);
  const merged = new Map([...open, ...inside].map((post) => [String(post._id), post]));
  return cut([...merged.values()].sort(newestFirst), limit);
}

/** What one person wrote and the viewer may see: their open posts, and those in the viewer's own societies. */
export async function pageOfAuthor(viewer: Viewer | null, author: Id, cursor: Cursor | null, limit: number): Promise<PostPage> {
  if (viewer?.id === String(author) || viewer?.role === 'admin') return cut(await newest({ author }, cursor, limit), limit);
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  const [open, inside] = await Promise.all([
    newest({ author, open: true }, cursor, limit),
    own.length > 0 ? newest({ author, open: false, society: { $in: own } }, cursor, limit) : [],
  ]);
  return cut([...open, ...inside].sort(newestFirst), limit);
}
