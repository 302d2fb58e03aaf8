import { addJob, askForRecommendations } from '#models/bus/jobs';
import { type CounterRef, inBatches } from '#models/bus/verb';
import { Comments } from '#models/db/comments';
import { EventQuestions } from '#models/db/event-questions';
import { Events } from '#models/db/events';
import { Follows } from '#models/db/follows';
import { Likes } from '#models/db/likes';
import { Memberships } from '#models/db/memberships';
import { type Id, models, toId } from '#models/db/model';
import { PollVotes } from '#models/db/poll-votes';
import { Posts } from '#models/db/posts';
import { type Deletions, noteRetention } from '#models/db/retention-ledger';
import { Sessions } from '#models/db/sessions';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import { endGraces } from '../accounts/end-graces.js';
import { syncOpenFlags } from '../activity/on-visibility-changed.js';
import type { Log } from '../log.js';
import type { Mailer } from '../mail/mailer.js';
import { drifts } from '../metrics.js';
import { type CountedDoc, counterSource, markRecount } from '../sweeper/counter-sources.js';
import { deleteOrphans } from './orphans.js';
import { deleteRemovedSocieties } from './removed-societies.js';
import { applyRetention } from './retention.js';
import { deleteOldAudit } from './seal.js';

const dayMs = 86_400_000;
const removedRetentionDays = 30;
const weekDays = 7;
/** A little more than a day, so that nothing falls between two nights. */
const touchedMs = 26 * 3600_000;
const seenDays = 14;
const batch = 500;
/** After the cards that somebody looks at, which have none. */
const nightlyPriority = 10;

const ago = (days: number): Date => new Date(Date.now() - days * dayMs);

type Task<Result> = (log: Log, mailer: Mailer) => Promise<Result>;

// Each nightly task is a job of its own: a failing one is retried alone, and several workers share them.

/** Tasks that delete what is too old, and return how much. */
const retentionTasks: Record<string, Task<Deletions>> = {
  expired: deleteExpired,
  removed: deleteRemoved,
  societies: deleteRemovedSocieties,
  uploads: deleteOrphans,
  retention: applyRetention,
  audit: deleteOldAudit,
  accounts: endGraces,
};

const repairTasks: Record<string, Task<void>> = {
  open: repairOpenFlags,
  growth: refreshGrowth,
  drifts: findDrifts,
  recommendations: enqueueRecommendations,
};

export const taskNames: readonly string[] = [retentionTasks, repairTasks].flatMap(Object.keys);

/** Enqueues the nightly tasks. One that still waits or runs is not enqueued twice. */
export async function enqueueTasks(): Promise<void> {
  for (const task of taskNames) await addJob('upkeep.task', { task }, { deduplication: { id: `task-${task}` } });
}

/** Runs one nightly task, and logs its name if it fails; ignores a name that no longer exists. */
export async function runTask(name: string, log: Log, mailer: Mailer): Promise<void> {
  try {
    const deletions = await retentionTasks[name]?.(log, mailer);
    if (deletions) await noteRetention(deletions);
    await repairTasks[name]?.(log, mailer);
  } catch (error) {
    log.error({ err: error, task: name }, 'retention.task failed');
    throw error;
  }
}

/** Deletes what TTL indexes would, for a store that is slow about them. */
async function deleteExpired(log: Log): Promise<Deletions> {
  const deletions: Deletions = {};
  for (const [collection, model] of models) {
    for (const [fields, { expireAfterSeconds } = {}] of model.schema.indexes()) {
      const [field] = Object.keys(fields);
      if (expireAfterSeconds === undefined || field === undefined) continue;
      const before = new Date(Date.now() - Number(expireAfterSeconds) * 1000);
      const { deletedCount } = await model.deleteMany({ [field]: { $lt: before } });
      deletions[collection] = (deletions[collection] ?? 0) + deletedCount;
      if (deletedCount > 0) log.info({ collection, count: deletedCount }, 'retention.expired deleted');
    }
  }
  return deletions;
}

/** Deletes posts, comments and questions that were removed 30 days ago, with their likes, votes and comments. */
async function deleteRemoved(log: Log): Promise<Deletions> {
  const overdue = { removedAt: { $lt: ago(removedRetentionDays) } };
  const comments = await Comments.deleteMany(overdue);
  const questions = await EventQuestions.deleteMany(overdue);
  let posts = 0;
  for (;;) {
    const ids = (await Posts.find(overdue, { _id: 1 }).limit(batch).lean()).map(({ _id }) => _id);
    if (ids.length === 0) break;
    await Likes.deleteMany({ post: { $in: ids } });
    await PollVotes.deleteMany({ post: { $in: ids } });
    await Comments.deleteMany({ post: { $in: ids } });
    posts += (await Posts.deleteMany({ _id: { $in: ids } })).deletedCount;
  }
  const deletions = { posts, comments: comments.deletedCount, eventQuestions: questions.deletedCount };
  if (posts + deletions.comments + deletions.eventQuestions > 0) log.info(deletions, 'retention.posts deleted');
  return deletions;
}

/** Repairs `open` on posts and events, in case the job was lost with Redis. */
async function repairOpenFlags(log: Log): Promise<void> {
  for await (const { _id } of Societies.find({}, { _id: 1 }).lean().cursor()) {
    const changed = await syncOpenFlags(_id);
    if (changed > 0) log.warn({ society: String(_id), changed }, 'society.visibility repaired');
  }
}

/** Refreshes each society's growth and activity of the last week. */
async function refreshGrowth(): Promise<void> {
  for await (const { _id } of Societies.find({ removedAt: null }, { _id: 1 }).lean().cursor()) {
    const growth = await Memberships.countDocuments({ society: _id, joinedAt: { $gte: ago(weekDays) } });
    const activity = await Posts.countDocuments({ society: _id, createdAt: { $gte: ago(weekDays) }, removedAt: null });
    await Societies.updateOne({ _id }, { $set: { growth, activity } });
  }
}

/** Recounts what changed since yesterday; marks differing counters for the sweeper. */
async function findDrifts(log: Log): Promise<void> {
  const since = new Date(Date.now() - touchedMs);
  for await (const { _id } of Posts.find({ activeAt: { $gte: since } }, { _id: 1 })
    .lean()
    .cursor())
    await checkDrift('post', _id, log);
  for await (const { _id } of Societies.find({ removedAt: null }, { _id: 1 }).lean().cursor()) await checkDrift('society', _id, log);
  for await (const { _id } of Events.find({ open: { $in: [true, false] }, startsAt: { $gte: since } }, { _id: 1 })
    .lean()
    .cursor())
    await checkDrift('event', _id, log);
  for (const id of await followedSince(since)) await checkDrift('user', toId(id), log);
}

/** People whose follows changed since then. */
async function followedSince(since: Date): Promise<ReadonlySet<string>> {
  const people = new Set<string>();
  for await (const { from, to } of Follows.find({ at: { $gte: since } }, { from: 1, to: 1 })
    .lean()
    .cursor()) {
    people.add(String(from));
    people.add(String(to));
  }
  return people;
}

async function checkDrift(kind: CounterRef['kind'], id: Id, log: Log): Promise<void> {
  const { model, count } = counterSource(kind);
  const doc = await model.findById(id).lean<CountedDoc | null>();
  if (!doc) return;
  const counted = await count(doc);
  const stored = doc as unknown as Record<string, unknown>;
  const drift = Object.entries(counted).filter(([field, value]) => stored[field] !== value);
  if (drift.length === 0) return;
  const facts = Object.fromEntries(drift.map(([field, value]) => [field, { was: stored[field], is: value }]));
  drifts.inc({ kind });
  log.warn({ kind, id: String(id), ...facts }, 'counter.drift found');
  await markRecount({ kind, id });
}

/** Refreshes the recommendations of everybody active in the last two weeks. */
async function enqueueRecommendations(): Promise<void> {
  for await (const people of inBatches<{ _id: Id }>(Users.find({}, { _id: 1 }).lean())) {
    const among = { user: { $in: people.map(({ _id }) => _id) }, lastSeenAt: { $gte: ago(seenDays) } };
    for (const user of await Sessions.distinct('user', among))
      await askForRecommendations(String(user), undefined, { priority: nightlyPriority });
  }
}
