import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { type CommentDoc, Comments } from '#models/db/comments';
import { incrementCounters } from '#models/db/counters';
import type { Id } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import type { DbSession } from '#models/db/transaction';

/** Soft-deletes a comment for 30 days; null, and nothing written, if it was removed before. */
export async function removeComment(session: DbSession, comment: CommentDoc, post: PostDoc, by: Id): Promise<RecordDoc | null> {
  const removed = await Comments.updateOne(
    { _id: comment._id, removedAt: null },
    { $set: { removedAt: new Date(), removedBy: by }, $inc: { version: 1 } },
    { session },
  );
  if (removed.modifiedCount === 0) return null;
  return recordActivity(session, {
    actor: by,
    verb: 'comment.removed',
    object: comment._id,
    society: post.society,
    open: post.open,
    params: { post: String(post._id) },
  });
}

/** After the commit: decrements the post's comments and publishes the record. Returns the updated post, if the counter was written. */
export async function afterCommentRemoved(record: RecordDoc, post: PostDoc): Promise<PostDoc | null> {
  const counted = await incrementCounters(Posts, post._id, { inc: { comments: -1 }, since: record.doc.at });
  if (counted) publish(record);
  return counted;
}
