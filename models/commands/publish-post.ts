import { type RecordDoc, recordActivity } from '#models/bus/records';
import { incrementCounters } from '#models/db/counters';
import { type PlannedPostDoc, PlannedPosts } from '#models/db/planned-posts';
import { type PostDoc, Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { words } from '#models/db/text';
import type { DbSession } from '#models/db/transaction';

type NewPost = Pick<PostDoc, '_id' | 'author' | 'content' | 'image' | 'kind' | 'poll'>;

/** Stores a post with its outbox record; the caller has authorized it. */
export async function insertPost(
  session: DbSession,
  { _id: society, privacy }: SocietyDoc,
  { kind, poll, ...post }: NewPost,
): Promise<RecordDoc> {
  const now = new Date();
  const open = privacy.visibility === 'public';
  const fields = {
    ...post,
    ...(kind && { kind }),
    ...(poll && { poll }),
    society,
    createdAt: now,
    activeAt: now,
    open,
    words: words(post.content),
  };
  await Posts.create([fields], { session });
  return recordActivity(session, { actor: post.author, verb: 'post.created', object: post._id, society, open });
}

/** After the commit: counts the post. False if the sweeper counts and publishes it. */
export const countNewPost = async ({ doc }: RecordDoc, { _id }: Pick<SocietyDoc, '_id'>): Promise<boolean> =>
  (await incrementCounters(Societies, _id, { inc: { posts: 1 }, since: doc.at })) !== null;

/**
 * Publishes a planned post: it is deleted and the post with its id inserted in one transaction, so that it is published once,
 * whatever is killed. Null if it is gone or has changed since it was read.
 */
export async function publishPlanned(session: DbSession, planned: PlannedPostDoc, society: SocietyDoc): Promise<RecordDoc | null> {
  const { _id, author, content, image, kind, poll, version } = planned;
  const { deletedCount } = await PlannedPosts.deleteOne({ _id, version }, { session });
  return deletedCount === 0
    ? null
    : insertPost(session, society, { _id, author, content, image, ...(kind && { kind }), ...(poll && { poll }) });
}
