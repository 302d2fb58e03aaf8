import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { fail } from '#models/contract/failure';
import type { likePost } from '#models/contract/posts';
import { incrementCounters } from '#models/db/counters';
import { Likes } from '#models/db/likes';
import { toId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { findPost } from '#models/db/posts.loaders';
import { setToggle, toggleVersion } from '#models/db/toggle';

async function toggle(postId: string, on: boolean, ctx: Ctx) {
  const found = (await findPost(ctx, toId(postId))) ?? fail('not_found');
  ctx.require('post.like', found.facts);
  const pair = { post: found.post._id, user: ctx.me._id };
  const flipped = await setToggle(Likes, pair, on);
  let post = found.post;
  if (flipped) {
    const { doc: like, inDoubt } = flipped;
    const counted = await incrementCounters(Posts, post._id, {
      inc: { likes: on ? 1 : -1 },
      ...(on ? { set: { activeAt: like.at } } : {}),
      since: like.at,
      inDoubt,
    });
    if (counted) publish({ kind: 'like', doc: like }, { post: counted });
    post = counted ?? post;
  }
  const version = flipped?.doc.version ?? (await toggleVersion(Likes, pair));
  return { data: { Likes: post.likes, CommentsCount: post.comments, Is_Liked: on, rev: post.rev, version } };
}

export const likePostAction: Action<typeof likePost> = ({ post_id }, ctx) => toggle(post_id, true, ctx);
export const unlikePostAction: Action<typeof likePost> = ({ post_id }, ctx) => toggle(post_id, false, ctx);
