import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startRedis } from '#embedded/redis';
import { stopProcess } from '#embedded/store-process';
import { anotherGateway, openSocket, type StartedGateway, type TestSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage, streamKey } from '#models/bus/live-stream';
import { closeBus, openBus } from '#models/bus/open';
import { drain } from '#models/bus/publish';
import { controls } from '#models/contract/live';
import { removeMember } from '#models/contract/members';
import { getPost, postLikes, postRemoved } from '#models/contract/posts';
import { updateProfile, userUpdated } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import type { PostDoc } from '#models/db/posts';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildMember, buildPost, buildSociety } from '#models/testing/builders';
import { type NetworkProxy, openNetworkProxy } from '#models/testing/network-proxy';
import { RoomAuthorizer } from './room-authorizer.js';

/** The first gateway has a sound connection to Redis; that of the second can be cut. */
let first: TestApp;
let second: StartedGateway;
let line: NetworkProxy;
const dir = mkdtempSync(path.join(tmpdir(), 'nadi-break-'));
const redisUrl = path.join(dir, 'redis.sock');
let pid = 0;
const startIt = async () => {
  pid = (await startRedis({ socketDir: dir, logFile: path.join(dir, 'log'), dataDir: dir })).pid;
};
let redis: Redis;

beforeAll(async () => {
  await startIt();
  first = await startTestApp({ redisUrl, liveTiming: { blockMs: 200 } });
  await closeBus();
  openBus(redisUrl);
  line = await openNetworkProxy(path.join(dir, 'line.sock'), redisUrl);
  second = await anotherGateway(first.app, {
    redisUrl: line.path,
    logger: false,
    liveTiming: { blockMs: 200, sessionsEveryMs: 3_600_000 },
  });
  redis = new Redis(redisUrl);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  redis.disconnect();
  await second.close();
  await line.close();
  await first.close();
  await stopProcess(pid);
  rmSync(dir, { recursive: true });
});

interface Stage {
  society: SocietyDoc;
  post: PostDoc;
  member: UserDoc;
  /** The member's, on both gateways, and one of the admin on the second. */
  sockets: TestSocket[];
  staying: TestSocket;
}

async function buildStage(): Promise<Stage> {
  const society = await buildSociety({ privacy: { visibility: 'private' } });
  const post = await buildPost({ society });
  const member = await buildMember(society);
  const open = async (url: string, user: { _id: UserDoc['_id'] }) => {
    const socket = await openSocket(url, { token: await first.tokenFor(user) });
    await socket.join(roomOf('society', String(society._id)), roomOf('post', String(post._id)));
    return socket;
  };
  const sockets = [await open(first.url, member), await open(second.url, member)];
  return { society, post, member, sockets, staying: await open(second.url, { _id: society.creator }) };
}

const likes = ({ _id }: PostDoc, rev: number) =>
  liveMessage(postLikes, [roomOf('post', String(_id))], { post_id: String(_id), Likes: rev, CommentsCount: 0, rev });
const inside = ({ _id }: SocietyDoc, post_id: string) =>
  liveMessage(postRemoved, [roomOf('society', String(_id))], { post_id, society_id: String(_id) });
const remove = async ({ society, member }: Stage) => {
  const token = await first.tokenFor({ _id: society.creator });
  expect((await first.call(removeMember, { society_id: String(society._id), user_id: String(member._id) }, token)).status).toBe(204);
};
const close = ({ sockets, staying }: Stage) => {
  for (const each of [...sockets, staying]) each.close();
};
const resyncs = ({ sockets, staying }: Stage) => [...sockets, staying].map((each) => each.count(controls.resync));
const hears = (socket: TestSocket, post_id: string) => socket.next(postRemoved, (payload) => payload.post_id === post_id);

test('a gateway whose connection broke reads on: all of it is heard in order, nobody is judged again or told to resync', async () => {
  const stage = await buildStage();
  const everybody = vi.spyOn(RoomAuthorizer.prototype, 'reauthorizeAll');
  line.hold();
  const ids = Array.from({ length: 30 }, (_, n) => String(n).padStart(24, '0'));
  for (const id of ids) await appendMessages([inside(stage.society, id)]);
  await appendMessages([likes(stage.post, 7)]);
  line.drop();
  for (const socket of [...stage.sockets, stage.staying]) {
    await socket.next(postLikes, ({ rev }) => rev === 7);
    await hears(socket, ids.at(-1) as string);
    expect(socket.payloads(postRemoved).map(({ post_id }) => post_id)).toEqual(ids.slice(0, -1));
  }
  expect([everybody.mock.calls.length, resyncs(stage)]).toEqual([0, [0, 0, 0]]);
  close(stage);
});

test('who lost a right while a gateway was blind hears nothing on it that was said afterwards', async () => {
  const stage = await buildStage();
  const [, blind] = stage.sockets as [TestSocket, TestSocket];
  line.hold();
  await appendMessages([inside(stage.society, '0'.repeat(24))]);
  await remove(stage);
  await drain();
  await appendMessages([inside(stage.society, 'f'.repeat(24)), likes(stage.post, 9)]);
  line.drop();
  await hears(stage.staying, 'f'.repeat(24));
  await stage.staying.next(postLikes, ({ rev }) => rev === 9);
  for (const room of [roomOf('post', String(stage.post._id)), roomOf('society', String(stage.society._id))])
    await blind.next(controls.roomLeft, ({ rooms }) => rooms.includes(room));
  expect(blind.payloads(postRemoved).map(({ post_id }) => post_id)).not.toContain('f'.repeat(24));
  expect([blind.count(postLikes), resyncs(stage)]).toEqual([0, [0, 0, 0]]);
  close(stage);
});

test('a lost right that no message tells of yet is applied before the gateway reads on', async () => {
  const stage = await buildStage();
  const [, blind] = stage.sockets as [TestSocket, TestSocket];
  const everybody = vi.spyOn(RoomAuthorizer.prototype, 'reauthorizeAll');
  line.hold();
  // The process that removes the member cannot reach Redis either: its messages are left to the sweeper.
  await closeBus();
  await remove(stage);
  await drain();
  openBus(redisUrl);
  await vi.waitFor(() => appendMessages([inside(stage.society, 'f'.repeat(24))]), { timeout: 5000, interval: 50 });
  line.drop();
  await hears(stage.staying, 'f'.repeat(24));
  await blind.next(controls.roomLeft);
  expect(blind.count(postRemoved)).toBe(0);
  expect([everybody.mock.calls.length, stage.staying.count(controls.resync)]).toEqual([0, 0]);
  close(stage);
});

test('a gateway that reads on answers nothing that it had read before the break', async () => {
  const stage = await buildStage();
  const token = await first.tokenFor({ _id: stage.society.creator });
  const author = await first.tokenFor({ _id: stage.post.author });
  const nameOnSecond = async () => {
    const answer = await fetch(`${second.url}${getPost.path}?post_id=${stage.post._id}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { data: { User_Name: string } }).data.User_Name;
  };
  await stage.staying.join('mine');
  line.hold();
  await nameOnSecond();
  expect((await first.call(updateProfile, { name: 'Renamed Meanwhile' }, author)).status).toBe(200);
  await drain();
  line.drop();
  await stage.staying.next(userUpdated, ({ Name }) => Name === 'Renamed Meanwhile');
  expect(await nameOnSecond()).toBe('Renamed Meanwhile');
  close(stage);
});

test('a gateway that misses trimmed entries judges everybody again and tells them to resync', async () => {
  const stage = await buildStage();
  const everybody = vi.spyOn(RoomAuthorizer.prototype, 'reauthorizeAll');
  line.hold();
  for (let n = 0; n < 5; n++) await appendMessages([inside(stage.society, '1'.repeat(24))]);
  await redis.xtrim(streamKey, 'MAXLEN', 2);
  line.drop();
  await stage.staying.next(controls.resync);
  expect(everybody).toHaveBeenCalled();
  await appendMessages([inside(stage.society, '2'.repeat(24))]);
  await hears(stage.staying, '2'.repeat(24));
  close(stage);
});

test('a gateway whose Redis was emptied meanwhile judges everybody again and tells them to resync', async () => {
  const stage = await buildStage();
  line.hold();
  await redis.flushdb();
  await appendMessages([inside(stage.society, '3'.repeat(24))]);
  line.drop();
  await stage.staying.next(controls.resync);
  await appendMessages([inside(stage.society, '4'.repeat(24))]);
  await hears(stage.staying, '4'.repeat(24));
  close(stage);
});

test('Redis killed and started on its data: both gateways read on, and nobody resyncs', async () => {
  const stage = await buildStage();
  await appendMessages([inside(stage.society, '5'.repeat(24))]);
  for (const socket of [...stage.sockets, stage.staying]) await hears(socket, '5'.repeat(24));
  process.kill(pid, 'SIGKILL');
  await stopProcess(pid);
  await startIt();
  await vi.waitFor(() => appendMessages([inside(stage.society, '6'.repeat(24))]), { timeout: 10_000, interval: 50 });
  for (const socket of [...stage.sockets, stage.staying]) await hears(socket, '6'.repeat(24));
  expect(resyncs(stage)).toEqual([0, 0, 0]);
  close(stage);
});
