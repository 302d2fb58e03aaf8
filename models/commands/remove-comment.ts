import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { type CommentDoc, Comments } from '#models/db/comments';
import { incrementCounters } from '#models/db/counters';
import type { Id } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import type { DbSession } from '#models/db/transaction';

/** Removes a comment, kept for 30 days; null when it was removed before: then nothing is written. */
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

/** After the commit: its post counts one comment less, and everybody hears of it. Answers the post as counted, if it was. */
export async function afterCommentRemoved(record: RecordDoc, post: PostDoc): Promise<PostDoc | null> {
  const counted = await incrementCounters(Posts, post._id, { inc: { comments: -1 }, since: record.doc.at });
  if (counted) publish(record);
  return counted;
}
