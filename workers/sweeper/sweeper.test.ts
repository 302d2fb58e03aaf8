import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addJob, queue, queuePrefix } from '#models/bus/jobs';
import { jobIdOf } from '#models/bus/publish';
import { type RecordDoc, recordActivity, refOf } from '#models/bus/records';
import { postCreated, postLikes } from '#models/contract/posts';
import { societyCounts } from '#models/contract/societies';
import { Comments } from '#models/db/comments';
import { type LikeDoc, Likes } from '#models/db/likes';
import { acquireLock, Locks } from '#models/db/locks';
import { type Id, newId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { buildComment, buildEvent, buildLike, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { silent } from '../log.js';
import { recomputeMarked } from './recompute-counters.js';
import { sweep, sweepDefaults, sweepLocked } from './sweeper.js';

const bus = setUpTestBus();
beforeEach(async () => {
  await Promise.all([Likes.updateMany({}, { $unset: { due: 1 } }), queue('activity').obliterate({ force: true }), bus.sent()]);
});

const options = { ...sweepDefaults, dueAfterMs: 10, freshMs: 0, roundMs: 10 };
const schedules = { timeZone: 'Asia/Amman', trendingEveryMs: 60_000 };
const run = (over: Partial<typeof options> = {}) => sweep({ ...options, ...over }, schedules, silent);
const longAgo = () => new Date(Date.now() - 60_000);

/** A like whose counter, message and job were lost with the gateway. */
async function lostLike(post: Id, at = longAgo()): Promise<LikeDoc> {
  const doc = { _id: newId(), post, user: (await buildUser())._id, on: true, version: 1, at, due: at };
  await Likes.create(doc);
  return doc;
}

describe('an overdue record', () => {
  it('a record whose gateway died is published, enqueued and counted', async () => {
    const post = await buildPost();
    const like = await lostLike(post._id);
    await run();
    const settled = await Posts.findById(post._id).lean();
    expect(settled).toMatchObject({ likes: 1, rev: post.rev + 1 });
    expect(settled?.recount).toBeUndefined();
    const messages = await bus.sentOf(postLikes);
    expect(messages.at(-1)?.payload).toEqual({ post_id: String(post._id), Likes: 1, CommentsCount: 0, rev: post.rev + 1 });
    const job = await queue('activity').getJob(jobIdOf(refOf({ kind: 'like', doc: like })));
    expect(job?.data).toEqual({ request: 'sweeper', kind: 'like', id: String(like._id), version: 1 });
  });

  it('an overdue record of a transaction is published', async () => {
    const society = await buildSociety();
    const post = await buildPost({ society });
    const record = await transaction((session) =>
      recordActivity(session, { actor: post.author, verb: 'post.created', object: post._id, society: society._id, open: true }),
    );
    await run({ dueAfterMs: -1000 });
    const sent = await bus.sent();
    expect(sent.map((each) => each.message)).toContain(postCreated.name);
    expect(sent.filter((each) => each.message === societyCounts.name).at(-1)?.payload).toMatchObject({ Post_Count: 1 });
    expect(await queue('activity').getJob(jobIdOf(refOf(record)))).toBeDefined();
  });

  it('a record with a waiting job, or due only recently, is left alone', async () => {
    const post = await buildPost();
    const waiting: RecordDoc = { kind: 'like', doc: await lostLike(post._id) };
    await addJob('activity.dispatch', refOf(waiting), { jobId: jobIdOf(refOf(waiting)) });
    await lostLike(post._id, new Date());
    await run({ dueAfterMs: 10_000 });
    expect(await bus.sent()).toEqual([]);
    expect(await queue('activity').count()).toBe(1);
  });

  it('a record whose job failed is retried after a minute, then after two', async () => {
    const record: RecordDoc = { kind: 'like', doc: await lostLike((await buildPost())._id) };
    const jobId = jobIdOf(refOf(record));
    const failing = { attempts: 2, failedAgo: 0, attemptsMade: 2 };
    const fail = async ({ attempts, failedAgo, attemptsMade }: typeof failing) => {
      await queue('activity').obliterate({ force: true });
      const job = await queue('activity').add('activity.dispatch', refOf(record), { jobId, attempts });
      await bus.redis.hset(`${queuePrefix('activity')}:activity:${jobId}`, 'finishedOn', Date.now() - failedAgo, 'atm', attemptsMade);
      await bus.redis.lrem(`${queuePrefix('activity')}:activity:wait`, 1, jobId);
      await bus.redis.zadd(`${queuePrefix('activity')}:activity:failed`, Date.now() - failedAgo, jobId);
      return job;
    };
    const stateAfter = async (over: Partial<typeof failing>) => {
      const job = await fail({ ...failing, ...over });
      expect(await job.getState()).toBe('failed');
      await run();
      return job.getState();
    };
    expect(await stateAfter({ failedAgo: 50_000 })).toBe('failed');
    expect(await stateAfter({ failedAgo: 61_000 })).toBe('waiting');
    expect(await stateAfter({ failedAgo: 110_000, attemptsMade: 3 })).toBe('failed');
    expect(await stateAfter({ failedAgo: 121_000, attemptsMade: 3 })).toBe('waiting');
    expect(await stateAfter({ failedAgo: 3601_000, attemptsMade: 40 })).toBe('waiting');
  });
});

describe('recomputing counters', () => {
  it('counters of every kind are recomputed from their source', async () => {
    const society = await buildSociety();
    const post = await buildPost({ society });
    await buildComment({ post });
    await buildLike({ post });
    await buildLike({ post, on: false });
    await buildEvent({ society });
    await buildMember(society);
    await Posts.updateOne({ _id: post._id }, { $set: { likes: 9, comments: 9, recount: true } });
    await Societies.updateOne({ _id: society._id }, { $set: { members: 0, posts: 0, events: 0, recount: true } });
    await recomputeMarked(options);
    expect(await Posts.findById(post._id).lean()).toMatchObject({ likes: 1, comments: 1 });
    expect(await Societies.findById(society._id).lean()).toMatchObject({ members: 4, posts: 1, events: 1 });
    expect(await Posts.countDocuments({ recount: true })).toBe(0);
  });

  it('recomputing waits for a fresh record, and continues in the next sweep', async () => {
    const post = await buildPost();
    await lostLike(post._id, new Date());
    await Posts.updateOne({ _id: post._id }, { $set: { recount: true } });
    await recomputeMarked({ ...options, freshMs: 5000, rounds: 2 });
    expect(await Posts.findById(post._id).lean()).toMatchObject({ likes: 0, rev: post.rev, recount: true });
    await recomputeMarked(options);
    expect(await Posts.findById(post._id).lean()).toMatchObject({ likes: 1, rev: post.rev + 1 });
  });

  it.each([
    ['of a like already counted', false],
    ['with its new like', true],
  ] as const)('an increment that arrives during the count leaves the right result, %s', async (_name, isNew) => {
    const post = await buildPost();
    if (!isNew) await lostLike(post._id, longAgo());
    await Posts.updateOne({ _id: post._id }, { $set: { recount: true } });
    // Comments are read last in a count: the likes have been counted.
    const count = Comments.countDocuments.bind(Comments);
    vi.spyOn(Comments, 'countDocuments').mockImplementationOnce((async (filter: object) => {
      const found = await count(filter);
      if (isNew) await lostLike(post._id, longAgo());
      await Posts.updateOne({ _id: post._id }, { $inc: { likes: 1, rev: 1 } });
      return found;
    }) as never);
    await recomputeMarked(options);
    vi.restoreAllMocks();
    expect(await Posts.findById(post._id).lean()).toMatchObject({ likes: 1, rev: post.rev + 2 });
    expect(await Posts.countDocuments({ recount: true })).toBe(0);
    expect((await bus.sentOf(postLikes)).at(-1)?.payload).toMatchObject({ Likes: 1, rev: post.rev + 2 });
  });

  it('recomputing is right while likes continue', async () => {
    const post = await buildPost();
    await Posts.updateOne({ _id: post._id }, { $set: { recount: true, likes: 5 } });
    let done = false;
    const liking = (async () => {
      for (let i = 0; i < 40; i++) {
        const like = await lostLike(post._id, new Date());
        await Posts.updateOne({ _id: post._id }, { $inc: { likes: 1, rev: 1 } });
        await Likes.updateOne({ _id: like._id }, { $unset: { due: 1 } });
      }
      done = true;
    })();
    while (!done) await recomputeMarked({ ...options, freshMs: 5000, rounds: 3 });
    await liking;
    await recomputeMarked({ ...options, freshMs: 5000 });
    expect(await Posts.findById(post._id).lean()).toMatchObject({ likes: 40 });
    expect(await Posts.countDocuments({ recount: true })).toBe(0);
  });
});

describe('sweepers', () => {
  it('sweepers run one at a time; another takes over a freed or expired lock', async () => {
    await Locks.deleteMany({});
    const alone = (holder: string) => sweepLocked(holder, options, schedules, silent);
    expect(await alone('a')).toBe(true);
    expect(await alone('b')).toBe(false);
    expect(await alone('a')).toBe(true);
    await Locks.updateMany({}, { $set: { until: longAgo() } });
    expect(await alone('b')).toBe(true);
    expect(await acquireLock('sweeper', 'a', 1000)).toBe(false);
  });

  it('a sweep restores the schedulers that an emptied Redis lost', async () => {
    await run();
    await bus.redis.flushdb();
    await run();
    // The queue lists them by their next run.
    expect((await queue('cards').getJobSchedulers()).map(({ key, every }) => [key, every]).toSorted()).toEqual([
      ['cards.societies', 300_000],
      ['cards.trending', 60_000],
    ]);
    expect(await queue('upkeep').getJobScheduler('upkeep.tidy')).toMatchObject({ pattern: '0 4 * * *', tz: 'Asia/Amman' });
  });
});
