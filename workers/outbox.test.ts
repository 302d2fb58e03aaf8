import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { addJob, queue } from '#models/bus/jobs';
import { drain, jobIdOf } from '#models/bus/publish';
import { commentCreated, createComment } from '#models/contract/comments';
import { notificationNew } from '#models/contract/notifications';
import { likePost, unlikePost } from '#models/contract/posts';
import { Activities } from '#models/db/activities';
import { Likes } from '#models/db/likes';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Posts } from '#models/db/posts';
import { buildPost, buildUser } from '#models/testing/builders';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { testSettings } from '#models/testing/settings';
import { dispatch } from './activity/dispatch.js';
import { silent } from './log.js';
import { startWorkers } from './start.js';
import { sweep, sweepDefaults } from './sweeper/sweeper.js';

let test: TestApp;
let log: LiveLog;
beforeAll(async () => {
  test = await startTestApp();
  log = openLiveLog(test.redisUrl);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  log.close();
  await test.close();
});

const schedules = { timeZone: 'UTC', trendingEveryMs: 3_600_000 };
const sweepNow = () => sweep({ ...sweepDefaults, dueAfterMs: 0, freshMs: 0 }, schedules, silent);
/** Skips a test of failing commands, with the reason. */
const noFailPoints = 'This mongod takes no fail points: it has them with --setParameter enableTestCommands=1';
/** Makes the store fail the next such command on a collection; false for a mongod without fail points. */
async function failNext(command: string, collection: string): Promise<boolean> {
  const namespace = `${mongoose.connection.name}.${collection}`;
  const order = { configureFailPoint: 'failCommand', mode: { times: 1 }, data: { failCommands: [command], namespace, errorCode: 2 } };
  const { ok } = await mongoose.connection
    .db!.admin()
    .command(order)
    .catch(() => ({ ok: 0 }));
  return ok === 1;
}

async function comment() {
  const [post, user] = [await buildPost(), await buildUser()];
  await log.published();
  const answer = await test.call(createComment, { post_id: String(post._id), content: 'Hello' }, await test.tokenFor(user));
  await drain();
  const record = (await Activities.findOne({ object: toId(answer.data.ID) }).lean())!;
  return { post, answer, record, ref: { kind: 'activity', id: String(record._id), version: 1 } as const };
}
const messagesOf = async (name: string) => (await log.published()).filter(({ message }) => message === name);
const isDue = async (id: unknown) => (await Activities.findById(id).lean())?.due !== undefined;

it('a counter write that failed leaves the call successful without message or job; the sweep recomputes, publishes and enqueues', async ({
  skip,
}) => {
  if (!(await failNext('findAndModify', 'posts'))) skip(noFailPoints);
  const { post, answer, record, ref } = await comment();
  expect([answer.status, answer.data.CommentsCount, answer.data.rev]).toEqual([201, 0, post.rev]);
  expect([await log.published(), await queue('activity').getJob(jobIdOf(ref)), await isDue(record._id)]).toEqual([[], undefined, true]);
  await sweepNow();
  expect(await Posts.findById(post._id).lean()).toMatchObject({ comments: 1, rev: post.rev + 1 });
  const messages = await log.published();
  expect(messages.map(({ message }) => message)).toContain(commentCreated.name);
  const counts = messages.map(({ payload }) => payload as { CommentsCount?: number; rev?: number }).filter(({ rev }) => rev !== undefined);
  expect(counts.at(-1)).toMatchObject({ CommentsCount: 1, rev: post.rev + 1 });
  expect(await queue('activity').getJob(jobIdOf(ref))).toBeDefined();
});

it('a like never counted, undone and repeated before the sweep is counted by it', async () => {
  const [post, user] = [await buildPost(), await buildUser()];
  const token = await test.tokenFor(user);
  const input = { post_id: String(post._id) };
  await test.call(likePost, input, token);
  await drain();
  // A gateway that died between the like and its counter.
  await Posts.updateOne({ _id: post._id }, { $inc: { likes: -1 } });
  await Likes.updateOne({ post: post._id }, { $set: { due: new Date() } });
  await test.call(unlikePost, input, token);
  await test.call(likePost, input, token);
  await drain();
  await Likes.updateOne({ post: post._id }, { $unset: { due: 1 } });
  expect((await Posts.findById(post._id).lean())?.likes).toBe(0);
  await sweepNow();
  expect((await Posts.findById(post._id).lean())?.likes).toBe(1);
});

it('a message appended without its job is published again by the sweep, with one job', async () => {
  const gone = new Error('Redis went away in between');
  vi.spyOn(queue('activity'), 'add').mockRejectedValueOnce(gone).mockRejectedValueOnce(gone);
  const { record, ref } = await comment();
  const [first] = await messagesOf(commentCreated.name);
  expect([await queue('activity').getJob(jobIdOf(ref)), await isDue(record._id)]).toEqual([undefined, true]);
  await sweepNow();
  const [again] = await messagesOf(commentCreated.name);
  const { rev: before, ...one } = first!.payload as { rev: number };
  const { rev: after, ...other } = again!.payload as { rev: number };
  expect(other).toEqual(one);
  expect(after).toBeGreaterThanOrEqual(before);
  expect(await queue('activity').getJobCountByTypes('waiting')).toBeGreaterThan(0);
  await sweepNow();
  expect(await messagesOf(commentCreated.name)).toEqual([]);
});

it('a message that failed twice has no job; the sweep publishes and enqueues once', async () => {
  const append = vi.spyOn(Redis.prototype, 'xadd').mockRejectedValue(new Error('OOM command not allowed'));
  const { post, answer, record, ref } = await comment();
  expect(append).toHaveBeenCalledTimes(2);
  append.mockRestore();
  const job = () => queue('activity').getJob(jobIdOf(ref));
  expect([answer.status, await log.published(), await job(), await isDue(record._id)]).toEqual([201, [], undefined, true]);
  await sweepNow();
  const [message, ...more] = await messagesOf(commentCreated.name);
  expect([message?.payload, more]).toMatchObject([{ post_id: String(post._id), CommentsCount: 1 }, []]);
  expect(await job()).toBeDefined();
  await sweepNow();
  expect(await messagesOf(commentCreated.name)).toEqual([]);
});

it('a gateway paused for a moment enqueues the job itself', async () => {
  vi.spyOn(queue('activity'), 'add').mockRejectedValueOnce(new Error('Command timed out'));
  const { ref } = await comment();
  expect(await queue('activity').getJob(jobIdOf(ref))).toBeDefined();
});

it('a job that died before clearing due runs again, and notifies nobody twice', async () => {
  const { post, record, ref } = await comment();
  await dispatch(ref);
  await Activities.updateOne({ _id: record._id }, { $set: { due: record.at } });
  await dispatch(ref);
  expect(await Notifications.find({ user: post.author }).lean()).toMatchObject([{ count: 1, tellings: [ref.id] }]);
  const ids = (await messagesOf(notificationNew.name)).map(({ payload }) => (payload as { notification: { ID: string } }).notification.ID);
  expect(new Set(ids).size).toBe(1);
  expect(await isDue(record._id)).toBe(false);
});

it('a finished job can run again under the same id', async () => {
  const { post, record, ref } = await comment();
  const workers = await startWorkers({ redisUrl: test.redisUrl, ...testSettings, log: silent, sweep: { everyMs: 60_000 } });
  await expect.poll(() => isDue(record._id), { timeout: 10_000 }).toBe(false);
  await expect.poll(() => queue('activity').getJob(jobIdOf(ref)), { timeout: 5000 }).toBeUndefined();
  await Activities.updateOne({ _id: record._id }, { $set: { due: record.at } });
  await addJob('activity.dispatch', ref, { jobId: jobIdOf(ref) });
  await expect.poll(() => isDue(record._id), { timeout: 10_000 }).toBe(false);
  expect(await Notifications.find({ user: post.author }).lean()).toMatchObject([{ count: 1 }]);
  await workers.close();
});

it.each(['liked', 'not liked'])('a storm of toggles by one person that ends %s, on two workers, delivers at most once', async (end) => {
  const [post, user] = [await buildPost(), await buildUser()];
  const token = await test.tokenFor(user);
  const options = { redisUrl: test.redisUrl, ...testSettings, log: silent, sweep: { everyMs: 300, dueAfterMs: 500 } };
  const workers = [await startWorkers(options), await startWorkers(options)];
  const post_id = String(post._id);
  for (let round = 0; round < 4; round++)
    await Promise.all([likePost, unlikePost, likePost, unlikePost].map((call) => test.call(call, { post_id }, token)));
  await test.call(end === 'liked' ? likePost : unlikePost, { post_id }, token);
  await expect.poll(() => Likes.countDocuments({ due: { $exists: true } }), { timeout: 15_000 }).toBe(0);
  const like = (await Likes.findOne({ post: post._id, user: user._id }).lean())!;
  // A job of an earlier version may still be running: it retracts what it has written.
  const delivered = async () => (await Notifications.find({ user: post.author }).lean()).map(({ count, tellings }) => [count, tellings]);
  await expect.poll(delivered).toEqual(end === 'liked' ? [[1, [String(like._id)]]] : []);
  await expect.poll(async () => (await Posts.findById(post._id).lean())?.likes, { timeout: 10_000 }).toBe(end === 'liked' ? 1 : 0);
  await Promise.all(workers.map((each) => each.close()));
});
