import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loggerOptions } from '#gateway/plugins/log';
import { setUpTestApp } from '#gateway/testing/test-app';
import { addJob, queue } from '#models/bus/jobs';
import { runForRequest } from '#models/bus/trace';
import { likePost } from '#models/contract/posts';
import { Likes } from '#models/db/likes';
import { newId } from '#models/db/model';
import { buildPost, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { dispatchDefaults } from '#workers/activity/dispatch';
import { loggerOptions as workerLog } from '#workers/log';
import { startWorkers, type Workers } from '#workers/start';

type Line = {
  level?: number;
  msg?: string;
  reqId?: string;
  job?: string;
  req?: { path: string };
  attempt?: number;
  ms?: number;
  id?: string;
};

const logLines: Line[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    logLines.push(JSON.parse(String(chunk)));
    done();
  },
});

const jobs: Line[] = [];
let onJobLine = () => {};
/** Logs as the workers do. */
const log = pino(workerLog('debug'), {
  write(line) {
    jobs.push(JSON.parse(line));
    onJobLine();
  },
});

/** Waits for the worker's log line of a job of this name and request. */
async function jobOf(reqId: string, name: string): Promise<Line> {
  for (;;) {
    const found = jobs.find((line) => line.job === name && line.reqId === reqId);
    if (found) return found;
    await new Promise<void>((resolve) => {
      onJobLine = resolve;
    });
  }
}

const test = setUpTestApp({ logger: { ...loggerOptions('info'), stream } });
let workers: Workers;
beforeAll(async () => {
  const handlers = {
    'cards.recommendations': async () => {
      log.info('In the middle of a job.');
      throw new Error('A job that fails.');
    },
  };
  const sweep = { everyMs: 100, dueAfterMs: 1000 };
  workers = await startWorkers({ redisUrl: test.redisUrl, ...testSettings, log, trendingEveryMs: 3600_000, sweep, handlers });
});
afterAll(async () => {
  await workers.close();
});
beforeEach(() => {
  logLines.length = 0;
  jobs.length = 0;
});

async function like(headers: Record<string, string> = {}): Promise<string | null> {
  const [post, token] = [await buildPost(), await test.tokenFor(await buildUser())];
  const answer = await fetch(`${test.url}${likePost.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ post_id: String(post._id) }),
  });
  await answer.text();
  expect(answer.status).toBe(200);
  return answer.headers.get('x-request-id');
}

async function idOf(path: string, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await fetch(`${test.url}${path}`, { headers });
  await answer.text();
  return answer.headers.get('x-request-id');
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

it('a request has one id in the answer, in the gateway’s log and in the worker’s', async () => {
  expect(await like({ 'x-request-id': 'from-the-proxy-1' })).toBe('from-the-proxy-1');
  const lines = logLines.filter(({ reqId }) => reqId === 'from-the-proxy-1');
  expect(lines.find(({ req }) => req)?.req?.path).toBe(likePost.path);
  expect(lines).toHaveLength(2);
  const done = await jobOf('from-the-proxy-1', 'activity.dispatch');
  expect(done).toMatchObject({ id: expect.stringMatching(/^r-[\da-f]{24}-1$/), attempt: 1, ms: expect.any(Number) });
});

it('a job that another job enqueued has the same request id', async () => {
  // Likes of the same two seconds share one job: wait until none is from an earlier like.
  await sleep(dispatchDefaults.trendingSlotMs - (Date.now() % dispatchDefaults.trendingSlotMs));
  await like({ 'x-request-id': 'asks-for-trending' });
  await jobOf('asks-for-trending', 'activity.dispatch');
  const waiting = await queue('cards').getJobs(['delayed', 'waiting', 'active']);
  expect(waiting.map(({ data }) => data.request)).toContain('asks-for-trending');
});

it('a failed job and its own log lines have the request id', async () => {
  const options = { jobId: 'failing', attempts: 1 };
  await runForRequest('asks-for-a-failure', () => addJob('cards.recommendations', { user: String(newId()) }, options));
  const failed = await jobOf('asks-for-a-failure', 'cards.recommendations');
  const warn = 40;
  expect(failed).toMatchObject({ level: warn, id: 'failing', attempt: 1, ms: expect.any(Number), err: { message: 'A job that fails.' } });
  expect(jobs.find(({ msg }) => msg === 'In the middle of a job.')?.reqId).toBe('asks-for-a-failure');
});

it('a request without an id gets a new one', async () => {
  const [first, second] = [await like(), await like()];
  expect([first, second]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
  expect(first).not.toBe(second);
  await jobOf(String(first), 'activity.dispatch');
  await jobOf(String(second), 'activity.dispatch');
});

it.each([
  ['is too short', 'seven-7'],
  ['is too long', 'x'.repeat(65)],
  ['could break a line of the log', 'one two"three'],
  ['looks like a token', 'T'.repeat(43)],
])('an id that %s is not accepted', async (_why, id) => {
  expect(await idOf('/healthz', { 'x-request-id': id })).toMatch(uuid);
});

it('a request that is refused before any route has an id too', async () => {
  for (const path of ['/nothing-here', '/%']) expect(await idOf(path)).toEqual(expect.stringMatching(uuid));
});

it('a scheduled job is logged as such', async () => {
  await queue('cards').upsertJobScheduler('soon', { every: 200, limit: 1 }, { name: 'cards.trending', data: {} });
  await jobOf('scheduler', 'cards.trending');
});

it('a job that the sweeper enqueued is logged as such', async () => {
  const [post, user] = [await buildPost(), await buildUser()];
  const at = new Date(Date.now() - 60_000);
  await Likes.create({ _id: newId(), post: post._id, user: user._id, on: true, version: 1, at, due: at });
  await jobOf('sweeper', 'activity.dispatch');
});
