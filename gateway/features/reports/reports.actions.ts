import type { Action } from '#gateway/plugins/calls';
import { tell } from '#models/bus/activity';
import { recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { reportPost } from '#models/contract/reports';
import { isDuplicate } from '#models/db/locks';
import { newId, toId } from '#models/db/model';
import { findPost } from '#models/db/posts.loaders';
import { Reports } from '#models/db/reports';
import { transaction } from '#models/db/transaction';

/** One open report a user and post: reporting again answers with the one that is open. */
export const reportPostAction: Action<typeof reportPost> = async ({ post_id, message }, ctx) => {
  const found = (await findPost(ctx, toId(post_id))) ?? fail('not_found');
  ctx.require('post.report', found.facts);
  const { post, society } = found;
  const _id = newId();
  const one = { kind: 'post', object: post._id, by: ctx.me._id } as const;
  try {
    const record = await transaction(async (session) => {
      await Reports.create([{ _id, ...one, society: society._id, reason: message, status: 'open', open: true, createdAt: new Date() }], {
        session,
      });
      return recordActivity(session, { actor: ctx.me._id, verb: 'report.created', object: _id, society: society._id, open: false });
    });
    tell(record);
    return { data: { ID: String(_id) } };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const open = await Reports.findOne({ ...one, open: true }, { _id: 1 }).lean();
    return { data: { ID: String(open?._id ?? _id) } };
  }
};
