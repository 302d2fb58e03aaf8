import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { incrementCounters } from '#models/db/counters';
import type { Id } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

/** Soft-deletes a post for 30 days; null, and nothing written, if it was removed before. */
export async function removePost(session: DbSession, post: PostDoc, by: Id): Promise<RecordDoc | null> {
  const removed = await Posts.updateOne(
    { _id: post._id, removedAt: null },
    { $set: { removedAt: new Date(), removedBy: by }, $inc: { version: 1 } },
    { session },
  );
  if (removed.modifiedCount === 0) return null;
  return recordActivity(session, { actor: by, verb: 'post.removed', object: post._id, society: post.society, open: post.open });
}

/** After the commit: decrements the society's posts and publishes the record. */
export async function afterPostRemoved(record: RecordDoc, post: PostDoc): Promise<void> {
  if (await incrementCounters(Societies, post.society, { inc: { posts: -1 }, since: record.doc.at })) publish(record);
}
