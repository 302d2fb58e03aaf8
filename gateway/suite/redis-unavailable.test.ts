import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis } from '#embedded/redis';
import { isAlive, stopProcess } from '#embedded/store-process';
import { openSocket, type TestSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { closeBus, openBus } from '#models/bus/open';
import { login } from '#models/contract/auth';
import { createComment, getComments } from '#models/contract/comments';
import type { Call } from '#models/contract/define';
import { guards } from '#models/contract/limits';
import { notificationNew } from '#models/contract/notifications';
import { createPost, getAllPosts, likePost, postLikes, unlikePost } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { getUserInfo } from '#models/contract/users';
import { Likes } from '#models/db/likes';
import { buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { silent } from '#workers/log';
import { startWorkers, type Workers } from '#workers/start';

const dir = mkdtempSync(path.join(tmpdir(), 'nadi-away-'));
const redisUrl = path.join(dir, 'redis.sock');
const quickMs = 1500;
const metricsToken = 'the-token-of-monitoring';

let test: TestApp;
let pid = 0;
let workers: Workers;
const startTestRedis = async () => {
  pid = (await startRedis({ socketDir: dir, logFile: path.join(dir, 'log'), dataDir: dir })).pid;
};

beforeAll(async () => {
  await startTestRedis();
  test = await startTestApp({ rateLimits: true, redisUrl, metricsToken, liveTiming: { blockMs: 300 } });
  await closeBus();
  openBus(redisUrl);
  workers = await startWorkers({ redisUrl, ...testSettings, log: silent, sweep: { everyMs: 300, dueAfterMs: 1000 } });
});
afterAll(async () => {
  if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  await workers.close();
  await test.close();
  await stopProcess(pid);
  rmSync(dir, { recursive: true });
});

/** Calls, and measures the time. */
async function timed(call: Call, input: Record<string, unknown>, token?: string) {
  const begun = Date.now();
  const answer = await test.call(call, input, token);
  return { status: answer.status, ms: Date.now() - begun, data: answer.data, answer };
}

async function community() {
  const society = await buildSociety();
  const author = await buildMember(society);
  const member = await buildMember(society, 'member', {});
  const account = await buildUser({ password: 'a-long-password' });
  return { society, post: await buildPost({ society, author }), author, member, account, token: await test.tokenFor(member) };
}

type Community = Awaited<ReturnType<typeof community>>;
const asks = ({ society, post, account }: Community): [Call, Record<string, unknown>][] => [
  [login, { email: account.email, password: 'a-long-password' }],
  [getUserInfo, {}],
  [getAllPosts, {}],
  [getComments, { post_id: String(post._id) }],
  [createPost, { society_id: String(society._id), content: 'While Redis is away' }],
  [createComment, { post_id: String(post._id), content: 'Me too' }],
  [unlikePost, { post_id: String(post._id) }],
  [likePost, { post_id: String(post._id) }],
];

const ways: [name: string, goAway: () => Promise<void>, comeBack: () => Promise<void>][] = [
  ['does not answer', async () => void process.kill(pid, 'SIGSTOP'), async () => void process.kill(pid, 'SIGCONT')],
  [
    'was killed',
    async () => {
      process.kill(pid, 'SIGKILL');
      await stopProcess(pid);
    },
    startTestRedis,
  ],
];

describe.each(ways)('Redis %s', (_name, goAway, comeBack) => {
  let fixture: Community;
  let socket: TestSocket;

  it('every call works and answers quickly', async () => {
    fixture = await community();
    socket = await openSocket(test.url, { token: await test.tokenFor(fixture.author) });
    await socket.join(roomOf('post', String(fixture.post._id)));
    await goAway();
    for (const [call, input] of asks(fixture)) {
      const { status, ms, answer } = await timed(call, input, fixture.token);
      expect([call.name, status, answer.error?.code]).toEqual([call.name, call.status, undefined]);
      expect(ms, call.name).toBeLessThan(quickMs);
    }
  });

  it('signing in is still rate-limited', async () => {
    const statuses: number[] = [];
    const begun = Date.now();
    const email = `away-${randomUUID()}@uni.example`;
    for (let i = 0; i <= guards.accountAtPlace.points; i++) statuses.push((await timed(login, { email, password: 'wrong' })).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, -1)).not.toContain(429);
    // Only a few of them wait for Redis.
    expect(Date.now() - begun).toBeLessThan(6000);
  });

  it('the metrics are those of this gateway alone', async () => {
    const answer = await fetch(`${test.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).toContain('process="gateway-');
    expect(text).not.toContain('process="workers-');
  });

  it('live updates and notifications catch up when it is back', async () => {
    await comeBack();
    await expect.poll(() => socket.payloads(postLikes).at(-1)?.Likes, { timeout: 12_000 }).toBe(1);
    await expect
      .poll(() => socket.payloads(notificationNew).map(({ notification }) => notification.type), { timeout: 12_000 })
      .toContain('post_liked');
    await expect.poll(() => Likes.countDocuments({ due: { $exists: true } }), { timeout: 12_000 }).toBe(0);
    socket.close();
  });
});
