import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { tell } from '#models/bus/activity';
import { fail } from '#models/contract/failure';
import type { likePost } from '#models/contract/posts';
import { bump } from '#models/db/counters';
import { type LikeDoc, Likes } from '#models/db/likes';
import { isDuplicate } from '#models/db/locks';
import { type Id, toId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { findPost } from '#models/db/posts.loaders';

/**
 * Sets one person's like, in one atomic write that is its own record. Null when it stood so already: the unique index
 * refuses the second like, and a like that is off has nothing to take back.
 */
async function setLike(post: Id, user: Id, on: boolean): Promise<LikeDoc | null> {
  const now = new Date();
  try {
    return await Likes.findOneAndUpdate(
      { post, user, on: !on },
      { $set: { on, at: now, due: now }, $inc: { version: 1 } },
      { upsert: on, returnDocument: 'after', setDefaultsOnInsert: false },
    ).lean();
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

async function toggle(postId: string, on: boolean, ctx: Ctx) {
  const found = (await findPost(ctx, toId(postId))) ?? fail('not_found');
  ctx.require('post.like', found.facts);
  const like = await setLike(found.post._id, ctx.me._id, on);
  let post = found.post;
  if (like) {
    const counted = await bump(Posts, post._id, {
      inc: { likes: on ? 1 : -1 },
      ...(on ? { set: { activeAt: like.at } } : {}),
      since: like.at,
    });
    if (counted) tell({ kind: 'like', doc: like }, { post: counted });
    post = counted ?? post;
  }
  const version = like?.version ?? (await Likes.findOne({ post: post._id, user: ctx.me._id }, { version: 1 }).lean())?.version ?? 0;
  return { data: { Likes: post.likes, CommentsCount: post.comments, Is_Liked: on, rev: post.rev, version } };
}

export const likePostAction: Action<typeof likePost> = ({ post_id }, ctx) => toggle(post_id, true, ctx);
export const unlikePostAction: Action<typeof likePost> = ({ post_id }, ctx) => toggle(post_id, false, ctx);
