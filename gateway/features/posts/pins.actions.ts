import { transactionOf } from '#gateway/plugins/caller';
import type { Action, ActionResult } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { pins } from '#models/contract/limits';
import type { pinPost, unpinPost } from '#models/contract/pins';
import { toId } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import { findPost, pinnedOf, postsForViewer } from '#models/db/posts.loaders';
import { Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

const dayMs = 86_400_000;

/** Writes to the society, so that two people cannot pin the third and the fourth post at once. */
async function requirePlace(session: DbSession, { _id, society }: PostDoc, until: Date): Promise<void> {
  await Societies.updateOne({ _id: society }, { $max: { pinsUntil: until }, $inc: { rev: 1 } }, { session });
  const others = (await pinnedOf(society, session)).filter((post) => !post._id.equals(_id));
  if (others.length >= pins.most) fail('pins_full');
}

/**
 * Pins a post until a time, or ends its pin (null): then it ends when the post was made, which is past by every clock. A repeat
 * changes nothing.
 */
async function setPin(ctx: Ctx, postId: string, until: Date | null): Promise<ActionResult<typeof pinPost>> {
  const { post, facts } = (await findPost(ctx, toId(postId))) ?? fail('not_found');
  ctx.require('post.pin', facts);
  const end = until ?? (post.pinnedUntil && post.createdAt);
  if (end && post.pinnedUntil?.getTime() !== end.getTime()) {
    const record = await transactionOf(ctx, async (session) => {
      if (until) await requirePlace(session, post, until);
      const change = { $set: { pinnedUntil: end }, $inc: { version: 1 } };
      const { matchedCount } = await Posts.updateOne({ _id: post._id, removedAt: null }, change, { session });
      if (matchedCount === 0) return fail('not_found');
      return recordActivity(session, { actor: ctx.me._id, verb: 'post.updated', object: post._id, society: post.society, open: post.open });
    });
    publish(record);
  }
  const [wire] = await postsForViewer(ctx, await Posts.find({ _id: post._id }).lean());
  return { data: wire ?? fail('not_found') };
}

export const pinPostAction: Action<typeof pinPost> = async ({ post_id, pinned_until }, ctx) => {
  const end = new Date(pinned_until);
  const ahead = end.getTime() - Date.now();
  if (ahead <= 0 || ahead > pins.days * dayMs) return fail('validation_failed', { pinned_until: fieldTexts.pin_end });
  return setPin(ctx, post_id, end);
};

export const unpinPostAction: Action<typeof unpinPost> = ({ post_id }, ctx) => setPin(ctx, post_id, null);
