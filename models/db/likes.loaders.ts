import { type LikeDoc, Likes } from './likes.js';
import { pairLoader } from './pair-loader.js';

/** A person's like of a post, also one taken back. */
export type OwnLike = Pick<LikeDoc, 'on' | 'version'>;

const neverLiked: OwnLike = { on: false, version: 0 };
const likeFields = { _id: 0, post: 1, user: 1, on: 1, version: 1 } as const;
type FoundLike = Pick<LikeDoc, 'post' | 'user'> & OwnLike;

const loadLikes = pairLoader<FoundLike, OwnLike>(
  ({ users, things }) =>
    Likes.find({ post: { $in: things }, user: { $in: users } }, likeFields)
      .lean<FoundLike[]>()
      .exec(),
  ({ post, on, version }) => ({ thing: post, value: { on, version } }),
);

/** Loads a person's likes of these posts as of now, to look up by post. */
export async function loadOwnLikes(user: string, posts: readonly string[]): Promise<(post: string) => OwnLike> {
  const likes = (await loadLikes([user], posts))(user);
  return (post) => likes?.get(post) ?? neverLiked;
}

/** Likes of a visitor. */
export const noLikes = (): OwnLike => neverLiked;
