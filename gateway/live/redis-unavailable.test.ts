import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startRedis } from '#embedded/redis';
import { stopProcess } from '#embedded/store-process';
import { anotherGateway, openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { liveMessage, streamKey } from '#models/bus/live-stream';
import type { Accepted } from '#models/contract/live';
import { controls } from '#models/contract/live';
import { postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import type { Id } from '#models/db/model';
import { buildPost } from '#models/testing/builders';

let app: TestApp;
const dir = mkdtempSync(path.join(tmpdir(), 'nadi-away-'));
const redisUrl = path.join(dir, 'redis.sock');
let pid = 0;
const startIt = async (dataDir?: string) => {
  pid = (await startRedis({ socketDir: dir, logFile: path.join(dir, 'log'), ...(dataDir ? { dataDir } : {}) })).pid;
};
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => stopProcess(pid));
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

/** Publishes a count in this Redis, which the rest of the app does not use. */
async function publishCount(post: { _id: Id }, rev: number): Promise<void> {
  const redis = new Redis(redisUrl);
  const room = roomOf('post', String(post._id));
  await redis.xadd(
    streamKey,
    '*',
    'm',
    JSON.stringify(liveMessage(postLikes, [room], { post_id: String(post._id), Likes: rev, CommentsCount: 0, rev })),
  );
  redis.disconnect();
}

test.each([
  ['with its data', 'not asked to resync', dir, 0],
  ['empty', 'asked to resync', undefined, 1],
])('Redis is stopped and restarted %s: sockets stay, are %s, and get later messages', async (_name, _resync, dataDir, resyncs) => {
  await startIt(dataDir);
  const gateway = await anotherGateway(app.app, { redisUrl, logger: false, liveTiming: { blockMs: 200 } });
  const post = await buildPost();
  const socket = await openSocket(gateway.url);
  const room = roomOf('post', String(post._id));
  await expect.poll(async () => ((await socket.ask('join', room)) as Accepted).at).not.toBe('0-0');
  await publishCount(post, 1);
  await socket.next(postLikes);
  await stopProcess(pid);
  expect(await socket.ask('join', [room, 'events'])).toMatchObject({ ok: true });
  await startIt(dataDir);
  if (resyncs > 0) await expect.poll(() => socket.count(controls.resync), { timeout: 6000 }).toBe(resyncs);
  await publishCount(post, 2);
  await socket.next(postLikes, ({ rev }) => rev === 2);
  expect(socket.count(controls.resync)).toBe(resyncs);
  expect(socket.closedBy).toBeNull();
  socket.close();
  await gateway.close();
});

test('a gateway that starts without Redis serves joins, and reads the stream once it is available', async () => {
  const gateway = await anotherGateway(app.app, { redisUrl, logger: false, liveTiming: { blockMs: 200 } });
  const post = await buildPost();
  const socket = await openSocket(gateway.url);
  const room = roomOf('post', String(post._id));
  const { at } = (await socket.ask('join', room)) as Accepted;
  expect(await socket.ask('join', { rooms: room, since: at })).toMatchObject({ ok: true, resync: true });
  await startIt();
  await socket.next(controls.resync);
  await publishCount(post, 1);
  await socket.next(postLikes);
  socket.close();
  const begun = Date.now();
  await stopProcess(pid);
  await gateway.close();
  expect(Date.now() - begun).toBeLessThan(2000);
});
