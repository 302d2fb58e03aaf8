import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addJob, jobNames, queue } from '#models/bus/jobs';
import { drain, publish } from '#models/bus/publish';
import { loadRecord, type RecordDoc } from '#models/bus/records';
import { notificationNew } from '#models/contract/notifications';
import { cardsTrending } from '#models/contract/trending';
import { Likes } from '#models/db/likes';
import { newId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { buildPost, buildUser } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { testSettings } from '#models/testing/settings';
import { handlers } from './handlers.js';
import { silent } from './log.js';
import { startWorkers, type Workers, type WorkersOptions } from './start.js';

let bus: TestBus;
let started: Workers[] = [];
beforeAll(async () => {
  bus = await startTestBus();
});
afterEach(async () => {
  await Promise.all(started.map((workers) => workers.close()));
  started = [];
  await bus.redis.flushdb();
});
afterAll(() => bus.close());

async function start(options: Partial<WorkersOptions> = {}): Promise<Workers> {
  const workers = await startWorkers({ redisUrl: bus.redisUrl, ...testSettings, log: silent, ...options });
  started.push(workers);
  return workers;
}

async function until<T>(look: () => Promise<T | undefined | null | false>, ms = 10_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error('It did not come about.');
    await sleep(20);
  }
}

async function likeOf(post: { _id: import('#models/db/model').Id }): Promise<RecordDoc> {
  const now = new Date();
  const doc = { _id: newId(), post: post._id, user: (await buildUser())._id, on: true, version: 1, at: now, due: now };
  await Likes.create(doc);
  await Posts.updateOne({ _id: post._id }, { $inc: { likes: 1, rev: 1 }, $set: { activeAt: now } });
  return { kind: 'like', doc };
}

const isSettled = async (record: RecordDoc) => (await loadRecord({ kind: 'like', id: String(record.doc._id) }))?.doc.due === undefined;

it('every job has a handler', () => {
  expect(Object.keys(handlers).sort()).toEqual([...jobNames].sort());
});

it("a like reaches the author's screen, and then the trending card", async () => {
  await start({ trendingEveryMs: 3600_000 });
  const post = await buildPost();
  await sleep(200);
  await bus.sent();
  const record = await likeOf(post);
  publish(record);
  await drain();
  await until(() => isSettled(record));
  const seen = await bus.sent();
  expect(seen.filter((each) => each.message === notificationNew.name)).toMatchObject([{ rooms: [`user:${post.author}`] }]);
  const trending = await until(async () => (await bus.sentOf(cardsTrending)).at(-1));
  expect(trending.payload.items.map((item) => item.ID)).toContain(String(post._id));
});

it('the sweeper publishes a record whose gateway died before publishing', async () => {
  const post = await buildPost();
  const record = await likeOf(post);
  await Posts.updateOne({ _id: post._id }, { $set: { likes: 0 } });
  await start({ sweep: { everyMs: 50, dueAfterMs: 100, freshMs: 100, roundMs: 20 } });
  await until(() => isSettled(record));
  await until(async () => (await Posts.findById(post._id).lean())?.likes === 1);
});

it('a stop lets running jobs finish, and takes no new ones', async () => {
  let finished = 0;
  let begun = 0;
  const slow = async () => {
    begun += 1;
    await sleep(500);
    finished += 1;
  };
  const workers = await start({ handlers: { 'cards.recommendations': slow } });
  for (let i = 0; i < 6; i++) await addJob('cards.recommendations', { user: String(newId()) });
  await until(async () => begun > 0);
  await workers.close();
  expect(finished).toBe(begun);
  expect(finished + (await queue('cards').getWaitingCount())).toBe(6);
});

it('a stop gives back jobs that exceed the grace time, and the next worker runs them', async () => {
  const done: string[] = [];
  const never = () => new Promise<void>(() => {});
  const first = await start({ handlers: { 'cards.recommendations': never }, graceMs: 100 });
  const user = String(newId());
  await addJob('cards.recommendations', { user });
  await until(async () => (await queue('cards').getActiveCount()) === 1);
  const begun = Date.now();
  await first.close();
  expect(Date.now() - begun).toBeLessThan(3000);
  await start({
    handlers: {
      'cards.recommendations': async (data) => {
        done.push(data.user);
      },
    },
  });
  await until(async () => done.includes(user), 25_000);
}, 40_000);

it('a failed job is retried', async () => {
  let tries = 0;
  await start({
    handlers: {
      'cards.recommendations': async () => {
        tries += 1;
        if (tries === 1) throw new Error('away');
      },
    },
  });
  await addJob('cards.recommendations', { user: String(newId()) }, { jobId: 'x' });
  await until(async () => tries === 2);
  await until(async () => (await queue('cards').getJob('x')) === undefined);
});
