import { publishAndEnqueue } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { holdGrace } from '#models/commands/account-grace';
import { countNewPost, publishPlanned } from '#models/commands/publish-post';
import { holdPerson } from '#models/db/holds';
import { type Id, toId } from '#models/db/model';
import { type PlannedPostDoc, PlannedPosts } from '#models/db/planned-posts';
import { duePlannedPosts } from '#models/db/planned-posts.loaders';
import { Societies, type SocietyDoc, societyFacts } from '#models/db/societies';
import { type DbSession, transaction } from '#models/db/transaction';
import { loadViewer } from '#models/db/viewer';
import { can } from '#models/policies/index';
import { oneByOne } from '../one-by-one.js';

/** Most posts of one sweep. */
const batch = 200;
/** Time that a post's own job has before the sweeper publishes it. */
const jobHasMs = 2000;

interface Published {
  record: RecordDoc;
  /** Society whose posts are counted; null for a refusal. */
  society: SocietyDoc | null;
}

/**
 * Publishes a scheduled post whose time has come, or refuses it if its author may no longer post there. What is decided is one
 * transaction: of two workers, and of one that was killed and the next, one does it.
 */
export async function publishScheduled(planned: string | Id): Promise<void> {
  const published = await transaction((session) => decide(session, toId(String(planned))));
  if (!published) return;
  const { record, society } = published;
  if (!society || (await countNewPost(record, society))) await publishAndEnqueue(record);
}

/** Publishes all scheduled posts whose job did not: found by a query, so that a lost job loses nothing. */
export const publishOverdue = async (now: number = Date.now()): Promise<void> =>
  oneByOne(await duePlannedPosts(new Date(now - jobHasMs), batch), publishScheduled);

async function decide(session: DbSession, _id: Id): Promise<Published | null> {
  const planned = await PlannedPosts.findOne({ _id, publishAt: { $lte: new Date() } })
    .session(session)
    .lean();
  if (!planned) return null;
  const author = await holdPerson(session, planned.author);
  if (!author) return await unschedule(session, planned);
  // Memberships are on their way back: the sweeper decides afterwards.
  if (author.returning) return null;
  const society = await Societies.findById(planned.society).session(session).lean();
  if (!society || !(await mayPublish(planned, society))) return refuse(session, planned);
  const record = await publishPlanned(session, planned, society);
  return record && { record, society };
}

/**
 * Makes it a draft again where its author's account is in its grace: after a restoration it would appear late. The erasure of an
 * account that is deleted for good deletes it.
 */
async function unschedule(session: DbSession, { _id, author, version }: PlannedPostDoc): Promise<null> {
  if (await holdGrace(session, author))
    await PlannedPosts.updateOne({ _id, version }, { $unset: { publishAt: 1 }, $inc: { version: 1 } }, { session });
  return null;
}

async function mayPublish({ author, kind }: PlannedPostDoc, society: SocietyDoc): Promise<boolean> {
  const [viewer, facts] = [await loadViewer(author), societyFacts(society)];
  return can(viewer, 'society.post', facts) && (!kind || can(viewer, 'society.announce', facts));
}

/** Makes it a draft again, whose author is notified. */
async function refuse(session: DbSession, { _id, author, version }: PlannedPostDoc): Promise<Published | null> {
  const change = { $set: { refusedAt: new Date() }, $unset: { publishAt: 1 }, $inc: { version: 1 } };
  const { modifiedCount } = await PlannedPosts.updateOne({ _id, version }, change, { session });
  if (modifiedCount === 0) return null;
  return {
    record: await recordActivity(session, { actor: author, verb: 'post.refused', object: _id, society: null, open: false }),
    society: null,
  };
}
