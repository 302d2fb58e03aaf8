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
/** On each gateway somebody who loses nothing. */
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
const hearsProbe = (ear: MessageInbox, room: string) => ear.next(probeMessage(room).message, isOf(room));
const lostProbes = (ear: MessageInbox, { revoked: lost }: Revocation) =>
  ear.received.filter(({ payload }) => lost.includes(payload?.probe));
const sorted = (rooms: Iterable<string>) => [...rooms].toSorted();
const refusedIn = (answer: Answer) => sorted(((answer as Accepted).refused ?? []).map(({ room }) => room));
const refusedOf = ({ revoked: lost, join }: Revocation) => sorted(lost.filter((room) => join.includes(room)));

/** Both gateways have handled what was said before. */
async function handled(): Promise<void> {
  await drain();
  const rooms = witnesses.map(({ user }) => roomOf('user', user));
  await appendMessages([liveMessage(ownChanged, rooms, { kind: 'like', id: witnesses[0]!.user, on: true, version: 1 })]);
  for (const { socket } of witnesses) await socket.next(ownChanged);
}

/** What was sent to it before has come. */
async function settled(ear: MessageInbox): Promise<void> {
  if (ear instanceof TestSocket) await ear.ask('leave', 'events');
  if (!(ear instanceof PlainClient)) return;
  const answered = new Promise((resolve) => ear.socket.once('pong', resolve));
  ear.socket.ping();
  await answered;
}

async function openSockets(loss: Revocation): Promise<TestSocket[]> {
  return Promise.all(urls().map((url) => openSocket(url, auth(loss))));
}

/** On both gateways, and on the second by a plain WebSocket too; each of them hears every room. */
async function listen(loss: Revocation): Promise<MessageInbox[]> {
  const sockets = await openSockets(loss);
  for (const socket of sockets) await socket.join(...loss.join);
  const { client, answer } = await openPlain(second.url, { ...auth(loss), join: loss.join });
  expect(answer).toMatchObject({ ok: true });
  const rooms = [...loss.revoked, ...loss.retained];
  await appendMessages(rooms.map(probeMessage));
  for (const ear of [...sockets, client]) for (const room of rooms) await hearsProbe(ear, room);
  return [...sockets, client];
}

/** Hears that it is out of exactly the rooms that are lost, or out altogether. */
async function losesThem(ear: MessageInbox, loss: Revocation): Promise<void> {
  if (loss.ended !== undefined) {
    await ear.next(sessionEnded);
    await ear.closed();
    return;
  }
  const left = new Set<string>();
  while (left.size < loss.revoked.length) for (const room of (await ear.next(controls.roomLeft)).payload.rooms) left.add(room);
  expect(sorted(left)).toEqual(sorted(loss.revoked));
}

/** Of what is said now only the rooms that are kept are heard. */
async function hearNoMore(ears: readonly MessageInbox[], loss: Revocation): Promise<void> {
  await appendMessages([...loss.revoked, ...loss.retained].map(probeMessage));
  await handled();
  for (const ear of ears) {
    if (loss.ended === undefined) {
      for (const room of loss.retained) await hearsProbe(ear, room);
      await settled(ear);
      expect(ear.closedBy).toBeNull();
    }
    expect(lostProbes(ear, loss)).toEqual([]);
  }
}

function close(ears: readonly MessageInbox[]): void {
  for (const ear of ears) if (ear instanceof TestSocket || ear instanceof PlainClient) ear.close();
}

/** Keeps back what a join of these rooms reads last, until `letGo`; once it `passes`, what is read then comes at once. */
function holdReadings(loss: Revocation) {
  const isAboutPeople = loss.revoked.every((room) => parseRoom(room)?.kind === 'profile');
  const model = (isAboutPeople ? (loss.token ? Follows : Users) : Societies) as typeof Societies;
  const find = model.find.bind(model) as (...asked: unknown[]) => ReturnType<typeof model.find>;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
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
  return { at, letGo: () => letGo() };
}

describe.each(Object.entries(revocations))('%s', (_name, arrange) => {
  test('is out within a second on every gateway, and hears nothing more', async () => {
    const loss = await arrange(app);
    const ears = await listen(loss);
    await loss.revoke();
    const begun = Date.now();
    await Promise.all(ears.map((ear) => losesThem(ear, loss)));
    expect(Date.now() - begun).toBeLessThan(1000);
    await hearNoMore(ears, loss);
    close(ears);
  });

  test('while offline, is not let in again, and is told nothing of what was said meanwhile', async () => {
    const loss = await arrange(app);
    const sockets = await openSockets(loss);
    const places = await Promise.all(sockets.map((socket) => socket.join(...loss.join)));
    close(sockets);
    await loss.revoke();
    await drain();
    await appendMessages([...loss.revoked, ...loss.retained].map(probeMessage));
    for (const [i, url] of urls().entries()) {
      const since = places[i]!;
      const back = openSocket(url, { ...auth(loss), since });
      if (loss.ended !== undefined) {
        await expect(back).rejects.toThrow('unauthorized');
        continue;
      }
      const socket = await back;
      const answer = await socket.ask('join', { rooms: loss.join, since });
      expect(answer).toMatchObject({ ok: true });
      expect(answer).not.toHaveProperty('resync');
      expect(refusedIn(answer)).toEqual(refusedOf(loss));
      for (const room of loss.retained) await hearsProbe(socket, room);
      await hearNoMore([socket], loss);
      close([socket]);
    }
    const { client, answer } = await openPlain(second.url, { ...auth(loss), join: loss.join, since: places[1]! });
    if (loss.ended !== undefined) return expect(answer).toMatchObject({ ok: false, code: 'unauthorized' });
    expect(answer).not.toHaveProperty('resync');
    expect(refusedIn(answer)).toEqual(refusedOf(loss));
    for (const room of loss.retained) await hearsProbe(client, room);
    await hearNoMore([client], loss);
    close([client]);
  });

  test('while a join is under way, does not get in by it', async () => {
    const loss = await arrange(app);
    const sockets = await openSockets(loss);
    const { at, letGo } = holdReadings(loss);
    const joining: Promise<Answer | 'cut'>[] = [];
    for (const socket of sockets) {
      const before = at.held;
      joining.push(socket.ask('join', loss.join).catch(() => 'cut' as const));
      await expect.poll(() => at.held, { timeout: 5000 }).toBeGreaterThan(before);
    }
    at.passes = true;
    await loss.revoke();
    await handled();
    letGo();
    for (const answer of await Promise.all(joining)) {
      if (loss.ended !== undefined) expect(answer).not.toMatchObject({ ok: true });
      else expect(refusedIn(answer as Answer)).toEqual(refusedOf(loss));
    }
    await hearNoMore(sockets, loss);
    close(sockets);
  });
});

const redisWays: [name: string, goAway: () => Promise<void>, comeBack: () => Promise<void>][] = [
  ['does not answer', async () => void process.kill(pid, 'SIGSTOP'), async () => void process.kill(pid, 'SIGCONT')],
  [
    'was killed',
    async () => {
      process.kill(pid, 'SIGKILL');
      await stopProcess(pid);
    },
    startIt,
  ],
];

describe.each(redisWays)('while Redis %s', (_name, goAway, comeBack) => {
  const lost = new Map<string, { loss: Revocation; ears: MessageInbox[] }>();

  beforeAll(async () => {
    for (const [name, arrange] of Object.entries(revocations)) {
      const loss = await arrange(app);
      lost.set(name, { loss, ears: await listen(loss) });
    }
    await goAway();
    for (const { loss } of lost.values()) await loss.revoke();
    // What others say meanwhile, and say again until it is taken.
    const messages = [...lost.values()].flatMap(({ loss }) => loss.revoked.map(probeMessage));
    const early = appendMessages(messages).catch(() => {});
    await comeBack();
    await vi.waitFor(() => appendMessages(messages), { timeout: 20_000, interval: 5 });
    await early;
    await vi.waitFor(handled, { timeout: 20_000, interval: 200 });
  });

  test.each(Object.keys(revocations))('%s is out once it is back, and hears nothing more', async (name) => {
    const { loss, ears } = lost.get(name)!;
    await Promise.all(ears.map((ear) => losesThem(ear, loss)));
    await hearNoMore(ears, loss);
    close(ears);
  });
});
