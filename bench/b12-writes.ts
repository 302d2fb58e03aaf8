import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { toggleAttendance } from '#models/contract/attendance';
import { createComment } from '#models/contract/comments';
import type { Call } from '#models/contract/define';
import { approveRequest, askToJoin } from '#models/contract/join-requests';
import { markRead } from '#models/contract/notifications';
import { createPost, likePost } from '#models/contract/posts';
import { callApi } from '#models/testing/api-client';
import { cpuMsOf } from './cpu.js';
import type { BenchOptions, Figure, Measurement } from './measure.js';
import { buildReadWorld, type ReadWorld } from './reads-world.js';
import { startGateway, startWorkers } from './world.js';

const connections = 20;
const warmUps = 50;
const idleMs = 3000;
const pollMs = 200;
/** Looks in a row that find nothing due: a record may be due again soon after its job. */
const quietLooks = 5;

const collection = (name: string) => mongoose.connection.collection(name);
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** One write: its caller's token, and its input. */
interface Write {
  token: string;
  input: Record<string, unknown>;
}
interface MeasuredWrite {
  call: Call;
  /** The n-th write; each is by another person, or about another thing. */
  make: (n: number) => Write;
  count: number;
}

/** Memberships with the member's token. */
async function membersOf({ people }: ReadWorld, role: 'member' | 'admin') {
  const tokens = new Map(people.map(({ id, token }) => [id, token]));
  const found = await collection('memberships').find({ role }).toArray();
  return found.flatMap(({ society, user }) => {
    const token = tokens.get(String(user));
    return token ? [{ society: String(society), user: String(user), token }] : [];
  });
}

/** The writes that people do often; requests are decided that were asked before. */
async function measuredWrites(world: ReadWorld, divisor: number): Promise<MeasuredWrite[]> {
  const { people, posts, events, societies } = world;
  await collection('societies').updateMany({}, { $set: { 'privacy.joinApproval': true } });
  const [members, admins] = [await membersOf(world, 'member'), await membersOf(world, 'admin')];
  const adminOf = new Map(admins.map(({ society, token }) => [society, token]));
  const isMember = new Set([...members, ...admins].map(({ society, user }) => `${society} ${user}`));
  const strangers = people.flatMap(({ id, token }, n) => {
    const society = societies.find((_each, i) => !isMember.has(`${at(societies, n + i)} ${id}`));
    return society ? [{ society: at(societies, n + societies.indexOf(society)), user: id, token }] : [];
  });
  const notifications = await collection('notifications').find({ unread: true }).toArray();
  const tokens = new Map(people.map(({ id, token }) => [id, token]));
  const coming = events.slice(Math.ceil(events.length / 2) + 20);
  const sized = (count: number) => Math.ceil(count / divisor);
  return [
    { call: likePost, count: sized(1000), make: (n) => ({ token: at(people, n).token, input: { post_id: at(posts, n) } }) },
    {
      call: createComment,
      count: sized(500),
      make: (n) => ({ token: at(people, n).token, input: { post_id: at(posts, n), content: 'Well said, and I should like to come.' } }),
    },
    {
      call: createPost,
      count: sized(100),
      make: (n) => ({
        token: at(members, n * 7).token,
        input: { society_id: at(members, n * 7).society, content: 'The lab is open tonight.' },
      }),
    },
    {
      call: toggleAttendance,
      count: sized(500),
      make: (n) => ({ token: at(people, n + 100).token, input: { event_id: at(coming, n), status: 'attending' } }),
    },
    {
      call: askToJoin,
      count: Math.min(sized(300), strangers.length - warmUps),
      make: (n) => ({ token: at(strangers, n).token, input: { society_id: at(strangers, n).society } }),
    },
    {
      call: markRead,
      count: Math.min(sized(400), notifications.length - warmUps),
      make: (n) => ({
        token: tokens.get(String(at(notifications, n).user)) ?? '',
        input: { notification_id: String(at(notifications, n)._id) },
      }),
    },
    {
      call: approveRequest,
      count: Math.min(sized(200), strangers.length - 2 * warmUps),
      make: (n) => ({ token: adminOf.get(at(strangers, n).society) ?? '', input: { request_id: requestIds.get(n) ?? '' } }),
    },
  ];
}

/** Requests by the number of the write that asked for them. */
const requestIds = new Map<number, string>();

async function send({ call, make }: MeasuredWrite, gateway: string, from: number, count: number): Promise<void> {
  let next = from;
  const work = async (): Promise<void> => {
    for (let n = next++; n < from + count; n = next++) {
      const { token, input } = make(n);
      await callApi(gateway, call, input as never, token);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
}

const recordCollections = ['activities', 'likes', 'attendances', 'follows', 'bookmarks', 'blocks', 'shares'];

/** Waits until no outbox record is due, and no counter marked. */
async function untilDone(): Promise<void> {
  for (let quiet = 0; quiet < quietLooks; ) {
    const due = await Promise.all(
      recordCollections.map((name) => collection(name).countDocuments({ due: { $exists: true } }, { limit: 1 })),
    );
    quiet = due.every((count) => count === 0) ? quiet + 1 : 0;
    await sleep(pollMs);
  }
}

const rounded = (value: number): number => Number(value.toFixed(3));

/** Processor time of each part for one write and all that follows, in ms, without what the idle parts use meanwhile. */
async function costOf(parts: Record<string, number>, count: number, work: () => Promise<void>): Promise<Record<string, number>> {
  const spent = () => Object.values(parts).map(cpuMsOf);
  const [idleFrom, idleSince] = [spent(), performance.now()];
  await sleep(idleMs);
  const [before, begun] = [spent(), performance.now()];
  const idle = before.map((ms, i) => (ms - (idleFrom[i] ?? 0)) / (begun - idleSince));
  await work();
  const [after, elapsed] = [spent(), performance.now() - begun];
  const ms = after.map((each, i) => Math.max(0, each - (before[i] ?? 0) - (idle[i] ?? 0) * elapsed) / count);
  return Object.fromEntries(Object.keys(parts).map((part, i) => [part, rounded(ms[i] ?? 0)]));
}

async function run({ divisor, world: name, calls: only }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const world = await buildReadWorld(name, divisor, tell);
  const [gateway, workers] = [await startGateway(world.stores), await startWorkers(world.stores)];
  const parts = { gateway: gateway.pid, worker: workers.pid, store: world.stores.mongo.pid, redis: world.stores.redis.pid };
  try {
    const writes = (await measuredWrites(world, divisor)).filter(({ call }) => only.length === 0 || only.includes(call.name));
    const figures: Figure[] = [];
    for (const write of writes) {
      if (write.call === approveRequest) await loadRequests(world);
      await send(write, gateway.url, 0, warmUps);
      await untilDone();
      const begun = performance.now();
      let sentMs = 0;
      const ms = await costOf(parts, write.count, async () => {
        const from = performance.now();
        await send(write, gateway.url, warmUps, write.count);
        sentMs = performance.now() - from;
        await untilDone();
      });
      const value = rounded(Object.values(ms).reduce((sum, each) => sum + each, 0));
      tell(
        `${write.call.name}: ${value} ms a write (${Object.entries(ms)
          .map(([part, each]) => `${part} ${each}`)
          .join(', ')})`,
      );
      const details = { ...ms, 'a second': rounded((1000 * write.count) / sentMs), seconds: rounded((performance.now() - begun) / 1000) };
      figures.push({
        what: write.call.name,
        target: 'none; the table of docs/performance.md',
        figure: `${value} ms`,
        value,
        least: value,
        most: value,
        isReached: true,
        details,
      });
    }
    return figures;
  } finally {
    await Promise.all([gateway.stop(), workers.stop()]);
    await world.close();
  }
}

/** Finds the requests that were asked for, in the order of asking. */
async function loadRequests({ people }: ReadWorld): Promise<void> {
  const found = await collection('joinRequests').find({ pending: true }).sort({ _id: 1 }).toArray();
  const order = new Map(people.map(({ id }, n) => [id, n]));
  found.sort((a, b) => (order.get(String(a.user)) ?? 0) - (order.get(String(b.user)) ?? 0));
  for (const [n, { _id }] of found.entries()) requestIds.set(n, String(_id));
}

export const writes: Measurement = { id: 'B12', title: 'processor time of a write and all that follows, 20 connections', run };
