import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnrecoverableError, Worker } from 'bullmq';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queue, queuePrefix } from '#models/bus/jobs';
import { closeBus, openBus } from '#models/bus/open';
import { anyRecordModel, type RecordKind, recordModels } from '#models/bus/records';
import { openRedis } from '#models/bus/redis';
import { createComment } from '#models/contract/comments';
import { forgotPassword } from '#models/contract/credentials';
import { getAllPosts, likePost, unlikePost } from '#models/contract/posts';
import { getAllSocieties } from '#models/contract/societies';
import { Comments } from '#models/db/comments';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { Likes } from '#models/db/likes';
import { cacheTtlMs } from '#models/db/loader';
import { Notifications } from '#models/db/notifications';
import type { PostDoc } from '#models/db/posts';
import { Posts } from '#models/db/posts';
import type { UserDoc } from '#models/db/users';
import { type ApiResult, callApi } from '#models/testing/api-client';
import { buildEvent, buildMember, buildPost, buildSession, buildSociety, buildUser } from '#models/testing/builders';
import type { ClientPage } from '#models/testing/client-model';
import { type NetworkProxy, openNetworkProxy } from '#models/testing/network-proxy';
import { newGateway, newWorkers, type Program, startTestedStores, type TestedStores } from '#models/testing/processes';
import { SimulatedUser } from '#models/testing/simulated-user';
import { skipOnGivenMongo } from '#models/testing/skip-on-given';

/** Time within which everything is settled after a kill. */
const settledMs = 20_000;
const awayMs = 10_000;
/** Delay of the supervisor before a restart. */
const restartMs = 1000;
const quickMs = 1500;

interface Writer {
  user: UserDoc;
  token: string;
}

let stores: TestedStores;
let redisProxy: NetworkProxy;
let gateway: Program & { url: string };
let workers: Program;
let author: UserDoc;
let writers: Writer[];
const screens: SimulatedUser[] = [];

beforeAll(async () => {
  stores = await startTestedStores();
  await connect(stores.mongoUri);
  await createIndexes();
  openBus(stores.redisUrl);
  redisProxy = await openNetworkProxy(path.join(stores.dir, 'line.sock'), stores.redisUrl);
  gateway = await newGateway({ ...stores, redisUrl: redisProxy.path });
  workers = newWorkers(stores);
  await Promise.all([gateway.start(), workers.start()]);
});
afterAll(async () => {
  for (const each of screens) each.close();
  await Promise.all([gateway.stop(), workers.stop()]);
  await redisProxy.close();
  await closeBus();
  await disconnect();
  await stores.close();
});

/** A post, twenty members, and three connected people: its author, a member and an outsider. */
async function buildFixture(): Promise<PostDoc> {
  const society = await buildSociety();
  author = await buildMember(society);
  writers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const user = await buildMember(society);
      return { user, token: await buildSession(user) };
    }),
  );
  const post = await buildPost({ society, author });
  const event = await buildEvent({ society });
  const shown = [String(post._id)];
  const pages: ClientPage[] = [
    { kind: 'home', cards: shown, opened: shown },
    { kind: 'societies' },
    { kind: 'event', id: String(event._id) },
  ];
  for (const each of screens.splice(0)) each.close();
  // Wait out the read cache: these writes bypass the gateway, so nothing invalidates it.
  await sleep(cacheTtlMs);
  for (const user of [author, await buildMember(society), await buildUser()])
    screens.push(new SimulatedUser({ urls: [gateway.url], user: String(user._id), token: await buildSession(user), pages }));
  await Promise.all(screens.map((each) => each.open()));
  await untilConsistent();
  return post;
}

const likesShown = ({ _id }: PostDoc) => screens.map((each) => each.screen.posts.countsOf(String(_id))?.Likes);

/** Waits until every screen shows what a refetch shows. */
async function untilConsistent(): Promise<void> {
  const isConsistent = async (each: SimulatedUser) => JSON.stringify(each.screen.shown()) === JSON.stringify(await each.refetched());
  const areAllConsistent = async () => (await Promise.all(screens.map(isConsistent))).every(Boolean);
  await expect
    .poll(() => areAllConsistent().catch(() => false), { timeout: settledMs, interval: 250 })
    .toBe(true)
    .catch(() => {});
  for (const each of screens) expect(each.screen.shown()).toEqual(await each.refetched());
}

/** Waits until no record is due. */
async function untilDispatched(): Promise<void> {
  const due = async () => {
    let found = 0;
    for (const kind of Object.keys(recordModels) as RecordKind[])
      found += await anyRecordModel(kind).countDocuments({ due: { $exists: true } });
    return found;
  };
  await expect.poll(due, { timeout: settledMs + 10_000, interval: 250 }).toBe(0);
}

/** Deliveries in the author's notification of this key, and the number of people in it. */
async function notifiedAuthor(key: string): Promise<{ tellings: number; people: number }> {
  const found = await Notifications.find({ user: author._id, key }).lean();
  return { tellings: found.flatMap((each) => each.tellings).length, people: found.reduce((sum, each) => sum + each.count, 0) };
}

/** Expects counters that match their source. */
async function expectCountsMatchSource({ _id }: PostDoc): Promise<void> {
  const counted = async () => {
    const post = await Posts.findById(_id).lean();
    return [post?.likes, post?.comments];
  };
  const truth = [await Likes.countDocuments({ post: _id, on: true }), await Comments.countDocuments({ post: _id, removedAt: null })];
  await expect.poll(counted, { timeout: settledMs }).toEqual(truth);
}

const like = ({ token }: Writer, post: PostDoc) => callApi(gateway.url, likePost, { post_id: String(post._id) }, token);
const comment = ({ token }: Writer, post: PostDoc, content: string) =>
  callApi(gateway.url, createComment, { post_id: String(post._id), content }, token);

it('a gateway killed between writes and messages: everything is published once within 20 s of its return, and screens are right', async () => {
  const post = await buildFixture();
  redisProxy.hold();
  const answers = await Promise.all([
    ...writers.slice(0, 12).map((each) => like(each, post)),
    ...writers.slice(0, 3).map((each) => comment(each, post, 'Nobody has read this yet')),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([...Array(12).fill(200), ...Array(3).fill(201)]);
  await gateway.kill();
  expect(likesShown(post)).toEqual([0, 0, 0]);
  redisProxy.drop();
  await sleep(restartMs);
  await gateway.start();
  const back = Date.now();
  await untilDispatched();
  expect(Date.now() - back).toBeLessThan(settledMs);
  await untilConsistent();
  expect(likesShown(post)).toEqual([12, 12, 12]);
  expect(await notifiedAuthor(`like:${post._id}`)).toEqual({ tellings: 12, people: 12 });
  expect(await notifiedAuthor(`comment:${post._id}`)).toEqual({ tellings: 3, people: 3 });
  await expectCountsMatchSource(post);
}, 120_000);

/** Repeats a call until the time is up; returns all answers. */
async function writeUntil<T>(until: number, act: (round: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let round = 0; Date.now() < until; round++) answers.push(await act(round));
  return answers;
}

it('Redis stopped for 10 s: every call works quickly, and afterwards everything is published once and screens catch up', async () => {
  const post = await buildFixture();
  const [gatewayPid, workersPid] = [gateway.pid, workers.pid];
  await stores.redis.kill();
  const until = Date.now() + awayMs;
  const acts = async (each: Writer, n: number) => {
    const all = await writeUntil(until, async (round) => {
      const act: (() => Promise<ApiResult<never>>)[] = [
        () => comment(each, post, `${n}/${round}`) as never,
        () => like(each, post) as never,
        () => callApi(gateway.url, getAllPosts, {}, each.token) as never,
        () => callApi(gateway.url, getAllSocieties, {}) as never,
      ];
      const answer = await (act[round % act.length] as () => Promise<ApiResult<never>>)();
      await sleep(200);
      return answer;
    });
    return all;
  };
  const answers = (await Promise.all(writers.slice(0, 3).map(acts))).flat();
  await stores.redis.start();
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(answers.filter(({ ms }) => ms > quickMs).length).toBeLessThanOrEqual(answers.length / 20);
  await untilDispatched();
  await untilConsistent();
  const written = await Comments.countDocuments({ post: post._id });
  expect(written).toBe(answers.filter(({ status }) => status === 201).length);
  expect(likesShown(post)).toEqual([3, 3, 3]);
  expect((await notifiedAuthor(`comment:${post._id}`)).tellings).toBe(written);
  expect(await notifiedAuthor(`like:${post._id}`)).toEqual({ tellings: 3, people: 3 });
  await expectCountsMatchSource(post);
  expect([gateway.pid, workers.pid, gateway.isAlive(), workers.isAlive()]).toEqual([gatewayPid, workersPid, true, true]);
}, 120_000);

/** Fails jobs as a worker would: the first ones for good, the next ones with retries left. */
async function failJobs(forGood: number, forNow: number): Promise<void> {
  const connection = openRedis(stores.redisUrl, 'patient');
  const worker = new Worker('activity', null, { connection, prefix: queuePrefix('activity') });
  for (let n = 0; n < forGood + forNow; n++) {
    const job = await worker.getNextJob('faults');
    if (!job) throw new Error('There are too few jobs.');
    await job.moveToFailed(n < forGood ? new UnrecoverableError('It cannot be.') : new Error('Not now.'), 'faults', false);
  }
  await worker.close();
  connection.disconnect();
}

it('Redis emptied with waiting, delayed and failed jobs: each is done once, and the schedulers are back', async () => {
  const post = await buildFixture();
  await untilDispatched();
  await workers.stop();
  const reset = await buildUser();
  const answers = await Promise.all([
    ...writers.map((each) => like(each, post)),
    ...writers.map((each) => comment(each, post, 'One')),
    ...writers.map((each) => comment(each, post, 'Two')),
    callApi(gateway.url, forgotPassword, { email: reset.email }),
  ]);
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  await expect.poll(() => queue('activity').getWaitingCount(), { timeout: 10_000 }).toBeGreaterThanOrEqual(60);
  await failJobs(10, 10);
  expect(await queue('activity').getJobCounts('failed', 'delayed')).toEqual({ failed: 10, delayed: 10 });
  expect(await queue('activity').getWaitingCount()).toBeGreaterThanOrEqual(40);
  const redis = openRedis(stores.redisUrl, 'patient');
  await redis.flushdb();
  redis.disconnect();
  await workers.start();
  await untilDispatched();
  expect(await notifiedAuthor(`like:${post._id}`)).toEqual({ tellings: 20, people: 20 });
  expect(await notifiedAuthor(`comment:${post._id}`)).toEqual({ tellings: 40, people: 20 });
  const mails = () => {
    const dir = path.join(stores.dir, 'mail');
    return existsSync(dir) ? readdirSync(dir).length : 0;
  };
  await expect.poll(mails, { timeout: settledMs }).toBe(1);
  await expect.poll(() => queue('cards').getJobScheduler('cards.trending')).toBeDefined();
  expect(await queue('upkeep').getJobScheduler('upkeep.tidy')).toBeDefined();
  await untilConsistent();
  expect(likesShown(post)).toEqual([20, 20, 20]);
  await expectCountsMatchSource(post);
}, 120_000);

it('the database stopped for 10 s under twenty writers: 503 meanwhile, back by itself, no acknowledged write is missing', async (context) => {
  const { mongo } = stores;
  if (mongo === undefined) return skipOnGivenMongo(context, 'it stops the store');
  const post = await buildFixture();
  const [gatewayPid, workersPid] = [gateway.pid, workers.pid];
  const until = Date.now() + awayMs + 4000;
  const written: string[] = [];
  // State of each like, as last acknowledged; missing while a later answer was inconclusive.
  const likes = new Map<string, boolean>();
  const others: ApiResult<unknown>[] = [];
  const writing = writers.map((each, n) =>
    writeUntil(until, async (round) => {
      const content = `${n}/${round}`;
      const isComment = round % 3 < 2;
      const isLike = round % 2 === 0;
      const toggle = isLike ? likePost : unlikePost;
      const answer = isComment
        ? await comment(each, post, content)
        : await callApi(gateway.url, toggle, { post_id: String(post._id) }, each.token);
      if (answer.status === 201) written.push(content);
      if (!isComment && answer.status === 200) likes.set(String(each.user._id), isLike);
      else if (!isComment) likes.delete(String(each.user._id));
      others.push(answer);
      await sleep(100);
    }),
  );
  const looking = Array.from({ length: 3 }, () =>
    writeUntil(until, async () => {
      others.push(await callApi(gateway.url, getAllPosts, {}));
      await sleep(100);
    }),
  );
  await sleep(1500);
  await mongo.kill();
  const before = written.length;
  await sleep(awayMs);
  await mongo.start();
  await Promise.all([...writing, ...looking]);
  const wrong = others.filter(({ status, retryAfter }) => status > 201 && !(status === 503 && retryAfter > 0));
  expect(wrong).toEqual([]);
  expect(others.some(({ status }) => status === 503)).toBe(true);
  expect(before).toBeGreaterThan(0);
  await expect.poll(async () => (await like(writers[0] as Writer, post)).status, { timeout: settledMs }).toBe(200);
  await untilDispatched();
  await untilConsistent();
  const stored = (await Comments.find({ post: post._id }, { content: 1 }).lean()).map(({ content }) => content);
  expect(written.filter((content) => !stored.includes(content))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored.length).toBeGreaterThan(before);
  likes.set(String(writers[0]?.user._id), true);
  const liking = new Set((await Likes.find({ post: post._id, on: true }, { user: 1 }).lean()).map(({ user }) => String(user)));
  expect(likes.size).toBeGreaterThan(writers.length / 2);
  expect([...likes].filter(([user, on]) => liking.has(user) !== on)).toEqual([]);
  await expectCountsMatchSource(post);
  expect([gateway.pid, workers.pid, gateway.isAlive(), workers.isAlive()]).toEqual([gatewayPid, workersPid, true, true]);
}, 120_000);
