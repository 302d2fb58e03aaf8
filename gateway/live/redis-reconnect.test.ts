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
import { removeMember } from '#models/contract/member-list';
import { getPost, postLikes, postRemoved } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import { userUpdated } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import type { PostDoc } from '#models/db/posts';
import type { SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildMember, buildPost, buildSociety } from '#models/testing/builders';
import { type NetworkProxy, openNetworkProxy } from '#models/testing/network-proxy';
import { RoomAuthorizer } from './room-authorizer.js';

/** The first gateway has a stable connection to Redis; that of the second can be cut. */
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

interface Fixture {
  society: SocietyDoc;
  post: PostDoc;
  member: UserDoc;
  /** Sockets of the member on both gateways, and one of the admin on the second. */
  sockets: TestSocket[];
  staying: TestSocket;
}

async function buildFixture(): Promise<Fixture> {
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
  liveMessage(postRemoved, [roomOf('society', String(_id))], { post_id, society_id: String(_id), version: 2 });
const remove = async ({ society, member }: Fixture) => {
  const token = await first.tokenFor({ _id: society.creator });
  expect((await first.call(removeMember, { society_id: String(society._id), user_id: String(member._id) }, token)).status).toBe(204);
};
const close = ({ sockets, staying }: Fixture) => {
  for (const each of [...sockets, staying]) each.close();
};
const resyncs = ({ sockets, staying }: Fixture) => [...sockets, staying].map((each) => each.count(controls.resync));
const receives = (socket: TestSocket, post_id: string) => socket.next(postRemoved, (payload) => payload.post_id === post_id);

test('a gateway whose connection broke continues: everything is sent in order, without re-authorization or resync', async () => {
  const fixture = await buildFixture();
  const everybody = vi.spyOn(RoomAuthorizer.prototype, 'reauthorizeAll');
  line.hold();
  const ids = Array.from({ length: 30 }, (_, n) => String(n).padStart(24, '0'));
  for (const id of ids) await appendMessages([inside(fixture.society, id)]);
  await appendMessages([likes(fixture.post, 7)]);
  line.drop();
  for (const socket of [...fixture.sockets, fixture.staying]) {
    await socket.next(postLikes, ({ rev }) => rev === 7);
    await receives(socket, ids.at(-1) as string);
    expect(socket.payloads(postRemoved).map(({ post_id }) => post_id)).toEqual(ids.slice(0, -1));
  }
  expect([everybody.mock.calls.length, resyncs(fixture)]).toEqual([0, [0, 0, 0]]);
  close(fixture);
});

test('a right lost while a gateway was disconnected applies before later messages are sent', async () => {
  const fixture = await buildFixture();
  const [, blind] = fixture.sockets as [TestSocket, TestSocket];
  line.hold();
  await appendMessages([inside(fixture.society, '0'.repeat(24))]);
  await remove(fixture);
  await drain();
  await appendMessages([inside(fixture.society, 'f'.repeat(24)), likes(fixture.post, 9)]);
  line.drop();
  await receives(fixture.staying, 'f'.repeat(24));
  await fixture.staying.next(postLikes, ({ rev }) => rev === 9);
  for (const room of [roomOf('post', String(fixture.post._id)), roomOf('society', String(fixture.society._id))])
    await blind.next(controls.roomLeft, ({ rooms }) => rooms.includes(room));
  expect(blind.payloads(postRemoved).map(({ post_id }) => post_id)).not.toContain('f'.repeat(24));
  expect([blind.count(postLikes), resyncs(fixture)]).toEqual([0, [0, 0, 0]]);
  close(fixture);
});

test('a revocation that is not yet in the stream applies before the gateway continues', async () => {
  const fixture = await buildFixture();
  const [, blind] = fixture.sockets as [TestSocket, TestSocket];
  const everybody = vi.spyOn(RoomAuthorizer.prototype, 'reauthorizeAll');
  line.hold();
  // The process that removes the member cannot reach Redis either: it leaves its messages to the sweeper.
  await closeBus();
  await remove(fixture);
  await drain();
  openBus(redisUrl);
  await vi.waitFor(() => appendMessages([inside(fixture.society, 'f'.repeat(24))]), { timeout: 5000, interval: 50 });
  line.drop();
  await receives(fixture.staying, 'f'.repeat(24));
  await blind.next(controls.roomLeft);
  expect(blind.count(postRemoved)).toBe(0);
  expect([everybody.mock.calls.length, fixture.staying.count(controls.resync)]).toEqual([0, 0]);
  close(fixture);
});

test('a gateway that continues drops the reads that it cached before the break', async () => {
  const fixture = await buildFixture();
  const token = await first.tokenFor({ _id: fixture.society.creator });
  const author = await first.tokenFor({ _id: fixture.post.author });
  const nameOnSecond = async () => {
    const answer = await fetch(`${second.url}${getPost.path}?post_id=${fixture.post._id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { data: { User_Name: string } }).data.User_Name;
  };
  await fixture.staying.join('mine');
  line.hold();
  await nameOnSecond();
  expect((await first.call(updateProfile, { name: 'Renamed Meanwhile' }, author)).status).toBe(200);
  await drain();
  line.drop();
  await fixture.staying.next(userUpdated, ({ Name }) => Name === 'Renamed Meanwhile');
  expect(await nameOnSecond()).toBe('Renamed Meanwhile');
  close(fixture);
});

test('a gateway that missed trimmed entries re-authorizes everybody and asks for a resync', async () => {
  const fixture = await buildFixture();
  const everybody = vi.spyOn(RoomAuthorizer.prototype, 'reauthorizeAll');
  line.hold();
  for (let n = 0; n < 5; n++) await appendMessages([inside(fixture.society, '1'.repeat(24))]);
  await redis.xtrim(streamKey, 'MAXLEN', 2);
  line.drop();
  await fixture.staying.next(controls.resync);
  expect(everybody).toHaveBeenCalled();
  await appendMessages([inside(fixture.society, '2'.repeat(24))]);
  await receives(fixture.staying, '2'.repeat(24));
  close(fixture);
});

test('a gateway whose Redis was emptied re-authorizes everybody and asks for a resync', async () => {
  const fixture = await buildFixture();
  line.hold();
  await redis.flushdb();
  await appendMessages([inside(fixture.society, '3'.repeat(24))]);
  line.drop();
  await fixture.staying.next(controls.resync);
  await appendMessages([inside(fixture.society, '4'.repeat(24))]);
  await receives(fixture.staying, '4'.repeat(24));
  close(fixture);
});

test('Redis killed and restarted on its data: both gateways continue, and nobody resyncs', async () => {
  const fixture = await buildFixture();
  await appendMessages([inside(fixture.society, '5'.repeat(24))]);
  for (const socket of [...fixture.sockets, fixture.staying]) await receives(socket, '5'.repeat(24));
  process.kill(pid, 'SIGKILL');
  await stopProcess(pid);
  await startIt();
  await vi.waitFor(() => appendMessages([inside(fixture.society, '6'.repeat(24))]), { timeout: 10_000, interval: 50 });
  for (const socket of [...fixture.sockets, fixture.staying]) await receives(socket, '6'.repeat(24));
  expect(resyncs(fixture)).toEqual([0, 0, 0]);
  close(fixture);
});
