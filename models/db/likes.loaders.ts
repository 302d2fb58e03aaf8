import { type LikeDoc, Likes } from './likes.js';
import { Loader } from './loader.js';
import { toId } from './model.js';

/** A person's like of a post, also one taken back. */
export type OwnLike = Pick<LikeDoc, 'on' | 'version'>;
type LikesByPost = Map<string, OwnLike>;

const neverLiked: OwnLike = { on: false, version: 0 };
const likeFields = { _id: 0, post: 1, user: 1, on: 1, version: 1 } as const;
/** Maximum pairs of a person and a post in a query: an index looks up each of them. */
const maxPairs = 2000;

/** People and posts of one query. */
interface Pairs {
  users: Set<string>;
  posts: Set<string>;
}

const keyOf = (user: string, posts: readonly string[]): string => `${user}/${posts.join()}`;

function parseKey(key: string): { user: string; posts: string[] } {
  const [user = '', posts = ''] = key.split('/');
  return { user, posts: posts.split(',') };
}

/** Joins reads into few queries: most people who read at once read the same posts. */
function joinReads(keys: readonly string[]): Pairs[] {
  const joined: Pairs[] = [];
  for (const { user, posts } of keys.map(parseKey)) {
    const fits = (pairs: Pairs): boolean =>
      (pairs.users.size + 1) * (pairs.posts.size + posts.filter((post) => !pairs.posts.has(post)).length) <= maxPairs;
    const found = joined.find(fits);
    if (found) {
      found.users.add(user);
      for (const post of posts) found.posts.add(post);
    } else joined.push({ users: new Set([user]), posts: new Set(posts) });
  }
  return joined;
}

const readLikes = ({ users, posts }: Pairs) =>
  Likes.find({ post: { $in: Array.from(posts, toId) }, user: { $in: Array.from(users, toId) } }, likeFields).lean();

/** Likes of one person by post. A key names the person and all posts of a page, so that a page is one read, not one for each post. */
const likesLoader = new Loader<LikesByPost>(async (keys) => {
  const byUser = new Map<string, LikesByPost>();
  for (const { user, post, on, version } of (await Promise.all(joinReads(keys).map(readLikes))).flat()) {
    const theirs = byUser.get(String(user)) ?? new Map();
    byUser.set(String(user), theirs.set(String(post), { on, version }));
  }
  return new Map(
    keys.flatMap((key): [string, LikesByPost][] => {
      const theirs = byUser.get(parseKey(key).user);
      return theirs ? [[key, theirs]] : [];
    }),
  );
});

/** Loads a person's likes of these posts as of now, to look up by post. */
export async function loadOwnLikes(user: string, posts: readonly string[]): Promise<(post: string) => OwnLike> {
  const likes = await likesLoader.fresh(keyOf(user, posts));
  return (post) => likes?.get(post) ?? neverLiked;
}

/** Likes of a visitor. */
export const noLikes = (): OwnLike => neverLiked;
