import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { Verb } from '#models/db/activities';
import { Comments } from '#models/db/comments';
import { incrementCounters } from '#models/db/counters';
import { Events } from '#models/db/events';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { isOpenInside, Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';

/** Outbox record of restored content, and the counter to increment. Null if it is gone for good or was not removed. */
type Restored = { record: RecordDoc; count: () => Promise<unknown> } | null;

const removed = { $ne: null };
/** The society's present visibility counts: content that was removed may have missed a change of it. */
const openIn = async (session: DbSession, id: Id) => {
  const society = await Societies.findById(id).session(session).lean();
  return society && !society.removedAt ? isOpenInside(society) : null;
};

const restorers: Record<'post' | 'comment' | 'event', (session: DbSession, id: Id, by: Id) => Promise<Restored>> = {
  async post(session, _id, by) {
    const found = await Posts.findOne({ _id, removedAt: removed }).session(session).lean();
    const open = found && (await openIn(session, found.society));
    if (!found || !open) return null;
    const set = { removedAt: null, removedBy: null, open: open.posts };
    await Posts.updateOne({ _id }, { $set: set, $inc: { version: 1 } }, { session });
    const record = await writeRecord(session, { verb: 'post.restored', object: _id, society: found.society, open: open.posts, by });
    return { record, count: () => incrementCounters(Societies, found.society, { inc: { posts: 1 }, since: record.doc.at }) };
  },
  async comment(session, _id, by) {
    const found = await Comments.findOne({ _id, removedAt: removed }).session(session).lean();
    const post = found && (await Posts.findOne({ _id: found.post, removedAt: null }).session(session).lean());
    if (!found || !post) return null;
    await Comments.updateOne({ _id }, { $set: { removedAt: null, removedBy: null }, $inc: { version: 1 } }, { session });
    const params = { post: String(post._id) };
    const record = await writeRecord(session, {
      verb: 'comment.restored',
      object: _id,
      society: post.society,
      open: post.open,
      by,
      params,
    });
    return { record, count: () => incrementCounters(Posts, post._id, { inc: { comments: 1 }, since: record.doc.at }) };
  },
  async event(session, _id, by) {
    const found = await Events.findOne({ _id, removedAt: removed }).session(session).lean();
    const open = found && (await openIn(session, found.society));
    if (!found || !open) return null;
    await Events.updateOne({ _id }, { $set: { removedAt: null, open: open.events }, $inc: { version: 1, rev: 1 } }, { session });
    const record = await writeRecord(session, { verb: 'event.restored', object: _id, society: found.society, open: open.events, by });
    return { record, count: () => incrementCounters(Societies, found.society, { inc: { events: 1 }, since: record.doc.at }) };
  },
};

interface Restoring {
  verb: Extract<Verb, `${string}.restored`>;
  object: Id;
  society: Id;
  open: boolean;
  by: Id;
  params?: Record<string, string>;
}

const writeRecord = (session: DbSession, { by, ...activity }: Restoring): Promise<RecordDoc> =>
  recordActivity(session, { ...activity, actor: by });

/** Brings removed content back as it was; events with their seats. */
export const restoreContent = (session: DbSession, kind: keyof typeof restorers, id: Id, by: Id): Promise<Restored> =>
  restorers[kind](session, id, by);

/** After the commit: increments the counter and publishes the record. */
export async function afterRestored({ record, count }: NonNullable<Restored>): Promise<void> {
  if (await count()) publish(record);
}
