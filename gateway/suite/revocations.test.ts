import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startRedis } from '#embedded/redis';
import { isAlive, stopProcess } from '#embedded/store-process';
import {
  anotherGateway,
  type MessageInbox,
  openPlain,
  openSocket,
  PlainClient,
  type StartedGateway,
  TestSocket,
} from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { closeBus, openBus } from '#models/bus/open';
import { drain } from '#models/bus/publish';
import { sessionEnded } from '#models/contract/auth';
import type { Accepted, Answer } from '#models/contract/live';
import { controls } from '#models/contract/live';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Follows } from '#models/db/follows';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import { buildUser } from '#models/testing/builders';
import { probeMessage, type Revocation, revocations } from '../testing/revocations.js';

const dir = mkdtempSync(path.join(tmpdir(), 'nadi-rights-'));
const redisUrl = path.join(dir, 'redis.sock');
let pid = 0;
const startIt = async () => {
  pid = (await startRedis({ socketDir: dir, logFile: path.join(dir, 'log'), dataDir: dir })).pid;
};

let app: TestApp;
let second: StartedGateway;
/** Sockets on each gateway of a person who loses nothing. */
let witnesses: { user: string; socket: TestSocket }[];
const urls = () => [app.url, second.url];

beforeAll(async () => {
  await startIt();
  app = await startTestApp({ redisUrl, liveTiming: { blockMs: 300, sessionsEveryMs: 3_600_000 } });
  await closeBus();
  openBus(redisUrl);
  second = await anotherGateway(app.app);
  witnesses = await Promise.all(
    urls().map(async (url) => {
      const user = await buildUser();
      return { user: String(user._id), socket: await openSocket(url, { token: await app.tokenFor(user) }) };
    }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  for (const { socket } of witnesses) socket.close();
  await second.close();
  await app.close();
  await stopProcess(pid);
  rmSync(dir, { recursive: true });
});

const auth = ({ token }: Revocation) => (token === undefined ? {} : { token });
const isOf = (room: string) => (payload: { probe?: string }) => payload.probe === room;
const receiveProbe = (inbox: MessageInbox, room: string) => inbox.next(probeMessage(room).message, isOf(room));
const probesInRevokedRooms = (inbox: MessageInbox, { revoked }: Revocation) =>
  inbox.received.filter(({ payload }) => revoked.includes(payload?.probe));
const sorted = (rooms: Iterable<string>) => [...rooms].toSorted();
const refusedIn = (answer: Answer) => sorted(((answer as Accepted).refused ?? []).map(({ room }) => room));
const refusedOf = ({ revoked, join }: Revocation) => sorted(revoked.filter((room) => join.includes(room)));

/** Waits until both gateways have handled earlier messages. */
async function handled(): Promise<void> {
  await drain();
  const rooms = witnesses.map(({ user }) => roomOf('user', user));
  await appendMessages([liveMessage(ownChanged, rooms, { kind: 'like', id: witnesses[0]!.user, on: true, version: 1 })]);
  for (const { socket } of witnesses) await socket.next(ownChanged);
}

/** Waits until the socket has received earlier messages. */
async function settled(inbox: MessageInbox): Promise<void> {
  if (inbox instanceof TestSocket) await inbox.ask('leave', 'events');
  if (!(inbox instanceof PlainClient)) return;
  const answered = new Promise((resolve) => inbox.socket.once('pong', resolve));
  inbox.socket.ping();
  await answered;
}

async function openSockets(revocation: Revocation): Promise<TestSocket[]> {
  return Promise.all(urls().map((url) => openSocket(url, auth(revocation))));
}

/** Opens sockets on both gateways, on the second also a plain WebSocket, each in every room. */
async function listen(revocation: Revocation): Promise<MessageInbox[]> {
  const sockets = await openSockets(revocation);
  for (const socket of sockets) await socket.join(...revocation.join);
  const { client, answer } = await openPlain(second.url, { ...auth(revocation), join: revocation.join });
  expect(answer).toMatchObject({ ok: true });
  const rooms = [...revocation.revoked, ...revocation.retained];
  await appendMessages(rooms.map(probeMessage));
  for (const inbox of [...sockets, client]) for (const room of rooms) await receiveProbe(inbox, room);
  return [...sockets, client];
}

/** Expects that the socket was evicted from exactly the revoked rooms, or disconnected. */
async function expectEvicted(inbox: MessageInbox, revocation: Revocation): Promise<void> {
  if (revocation.ended !== undefined) {
    await inbox.next(sessionEnded);
    await inbox.closed();
    return;
  }
  const left = new Set<string>();
  while (left.size < revocation.revoked.length) for (const room of (await inbox.next(controls.roomLeft)).payload.rooms) left.add(room);
  expect(sorted(left)).toEqual(sorted(revocation.revoked));
}

/** Expects new messages only in the retained rooms. */
async function expectNoMoreMessages(inboxes: readonly MessageInbox[], revocation: Revocation): Promise<void> {
  await appendMessages([...revocation.revoked, ...revocation.retained].map(probeMessage));
  await handled();
  for (const inbox of inboxes) {
    if (revocation.ended === undefined) {
      for (const room of revocation.retained) await receiveProbe(inbox, room);
      await settled(inbox);
      expect(inbox.closedBy).toBeNull();
    }
    expect(probesInRevokedRooms(inbox, revocation)).toEqual([]);
  }
}

function close(inboxes: readonly MessageInbox[]): void {
  for (const inbox of inboxes) if (inbox instanceof TestSocket || inbox instanceof PlainClient) inbox.close();
}

/** Holds the last query of a join of these rooms back until `letGo`; once it `passes`, later queries return at once. */
function holdJoinQuery(revocation: Revocation) {
  const isAboutPeople = revocation.revoked.every((room) => parseRoom(room)?.kind === 'profile');
  const model = (isAboutPeople ? (revocation.token ? Follows : Users) : Societies) as typeof Societies;
  const find = model.find.bind(model) as (...asked: unknown[]) => ReturnType<typeof model.find>;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const at = { held: 0, passes: false };
  vi.spyOn(model, 'find').mockImplementation(((...asked: unknown[]) => {
    if (at.passes) return find(...asked);
    return {
      async lean() {
        const found = await find(...asked).lean();
        at.held++;
        await gate;
        return found;
      },
    };
  }) as never);
  return { at, release: () => release() };
}

/** One of each way to lose a right: by a role, by a setting, by a block, with the session. The others are long, but live ones. */
const typical: ReadonlySet<string> = new Set([
  'a member who is removed from a society',
  'a visitor of a society that becomes private',
  'a reader whom the author blocks',
  'a person who signs out',
]);
const tagsOf = (name: string) => (typical.has(name) ? {} : { tags: ['long'] });

describe.each(Object.entries(revocations))('%s', (name, arrange) => {
  test('is evicted within a second on every gateway, and gets no more messages', async () => {
    const revocation = await arrange(app);
    const inboxes = await listen(revocation);
    await revocation.revoke();
    const begun = Date.now();
    await Promise.all(inboxes.map((inbox) => expectEvicted(inbox, revocation)));
    expect(Date.now() - begun).toBeLessThan(1000);
    await expectNoMoreMessages(inboxes, revocation);
    close(inboxes);
  });

  test('while offline: cannot join again, and gets no replay', tagsOf(name), async () => {
    const revocation = await arrange(app);
    const sockets = await openSockets(revocation);
    const places = await Promise.all(sockets.map((socket) => socket.join(...revocation.join)));
    close(sockets);
    await revocation.revoke();
    await drain();
    await appendMessages([...revocation.revoked, ...revocation.retained].map(probeMessage));
    for (const [i, url] of urls().entries()) {
      const since = places[i]!;
      const back = openSocket(url, { ...auth(revocation), since });
      if (revocation.ended !== undefined) {
        await expect(back).rejects.toThrow('unauthorized');
        continue;
      }
      const socket = await back;
      const answer = await socket.ask('join', { rooms: revocation.join, since });
      expect(answer).toMatchObject({ ok: true });
      expect(answer).not.toHaveProperty('resync');
      expect(refusedIn(answer)).toEqual(refusedOf(revocation));
      for (const room of revocation.retained) await receiveProbe(socket, room);
      await expectNoMoreMessages([socket], revocation);
      close([socket]);
    }
    const { client, answer } = await openPlain(second.url, { ...auth(revocation), join: revocation.join, since: places[1]! });
    if (revocation.ended !== undefined) return expect(answer).toMatchObject({ ok: false, code: 'unauthorized' });
    expect(answer).not.toHaveProperty('resync');
    expect(refusedIn(answer)).toEqual(refusedOf(revocation));
    for (const room of revocation.retained) await receiveProbe(client, room);
    await expectNoMoreMessages([client], revocation);
    close([client]);
  });

  test('while a join is in progress: does not get in by it', tagsOf(name), async () => {
    const revocation = await arrange(app);
    const sockets = await openSockets(revocation);
    const { at, release } = holdJoinQuery(revocation);
    const joining: Promise<Answer | 'cut'>[] = [];
    for (const socket of sockets) {
      const before = at.held;
      joining.push(socket.ask('join', revocation.join).catch(() => 'cut' as const));
      await expect.poll(() => at.held, { timeout: 5000 }).toBeGreaterThan(before);
    }
    at.passes = true;
    await revocation.revoke();
    await handled();
    release();
    for (const answer of await Promise.all(joining)) {
      if (revocation.ended !== undefined) expect(answer).not.toMatchObject({ ok: true });
      else expect(refusedIn(answer as Answer)).toEqual(refusedOf(revocation));
    }
    await expectNoMoreMessages(sockets, revocation);
    close(sockets);
  });
});

const describeAway = (names: readonly string[], goAway: () => Promise<void>, comeBack: () => Promise<void>): void => {
  const revoked = new Map<string, { revocation: Revocation; inboxes: MessageInbox[] }>();

  beforeAll(async () => {
    for (const name of names) {
      const revocation = await revocations[name]!(app);
      revoked.set(name, { revocation, inboxes: await listen(revocation) });
    }
    await goAway();
    for (const { revocation } of revoked.values()) await revocation.revoke();
    // Messages that others publish meanwhile, with retries.
    const messages = [...revoked.values()].flatMap(({ revocation }) => revocation.revoked.map(probeMessage));
    const early = appendMessages(messages).catch(() => {});
    await comeBack();
    await vi.waitFor(() => appendMessages(messages), { timeout: 20_000, interval: 5 });
    await early;
    await vi.waitFor(handled, { timeout: 20_000, interval: 200 });
  });

  test.each(names)('%s is evicted once it is back, and gets no more messages', async (name) => {
    const { revocation, inboxes } = revoked.get(name)!;
    await Promise.all(inboxes.map((inbox) => expectEvicted(inbox, revocation)));
    await expectNoMoreMessages(inboxes, revocation);
    close(inboxes);
  });
};

const describeStopped = (names: readonly string[]): void =>
  describeAway(
    names,
    async () => void process.kill(pid, 'SIGSTOP'),
    async () => void process.kill(pid, 'SIGCONT'),
  );
const names = Object.keys(revocations);
describe('while Redis does not answer', () => describeStopped(names.filter((name) => typical.has(name))));
describe('while Redis does not answer', { tags: ['long'] }, () => describeStopped(names.filter((name) => !typical.has(name))));
describe('while Redis was killed', { tags: ['long'] }, () =>
  describeAway(
    names,
    async () => {
      process.kill(pid, 'SIGKILL');
      await stopProcess(pid);
    },
    startIt,
  ),
);
