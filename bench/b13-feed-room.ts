import { setTimeout as sleep } from 'node:timers/promises';
import { createComment } from '#models/contract/comments';
import { clientEvents, socketPath } from '#models/contract/live';
import { roomOf } from '#models/contract/rooms';
import { callApi } from '#models/testing/api-client';
import type { ListenerRequest, Tally } from './listeners.js';
import { type BenchOptions, type Figure, type Measurement, ratioFigure } from './measure.js';
import { SideProcess } from './side-process.js';
import { type BenchWorld, buildWorld, startGateway, startWorkers } from './world.js';

/** 50 comments a second for 2,000 sockets; who has the feed open also writes, so comments grow with sockets. */
const socketsPerComment = 40;
const mostSockets = 2000;
/** Time from the first comment until the screens receive as much as is written. */
const warmUpSeconds = 4;

/** Writes comments at a steady rate, each by somebody else on another post, and returns how many were accepted. */
async function comment(url: string, world: BenchWorld, perSecond: number, seconds: number, first: number): Promise<number> {
  const calls: Promise<boolean>[] = [];
  const begun = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / perSecond - performance.now()));
    const post_id = world.posts[(first + n) % world.posts.length] as string;
    const token = world.people[(first + n) % world.people.length]?.token;
    calls.push(callApi(url, createComment, { post_id, content: `Comment ${first + n}` }, token).then(({ status }) => status === 201));
  }
  return (await Promise.all(calls)).filter(Boolean).length;
}

/** Messages and bytes that one screen received in a second while this many were open. */
async function perScreen(url: string, world: BenchWorld, sockets: number, seconds: number, tell: (line: string) => void): Promise<Tally> {
  const listeners = new SideProcess('listeners');
  try {
    const tokens = world.people.slice(0, sockets).map(({ token }) => token);
    const joins = { ask: clientEvents.join.name, rooms: [roomOf('feed')] };
    await listeners.ask({ do: 'connect', url, path: socketPath, tokens, joins } satisfies ListenerRequest);
    const perSecond = sockets / socketsPerComment;
    const commenting = comment(url, world, perSecond, warmUpSeconds + seconds, sockets);
    await sleep(warmUpSeconds * 1000);
    await listeners.ask<Tally>({ do: 'tally' } satisfies ListenerRequest);
    await sleep(seconds * 1000);
    const { messages, bytes } = await listeners.ask<Tally>({ do: 'tally' } satisfies ListenerRequest);
    const accepted = await commenting;
    const each = { messages: messages / sockets / seconds, bytes: bytes / sockets / seconds };
    tell(
      `${sockets} sockets, ${perSecond} comments/s (${accepted} accepted): ${each.messages.toFixed(2)} sends and ${Math.round(each.bytes)} bytes a screen a second`,
    );
    return each;
  } finally {
    await listeners.ask({ do: 'leave' } satisfies ListenerRequest);
    await listeners.end();
  }
}

async function run({ seconds, divisor }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const world = await buildWorld({ people: 2400, societies: 30, posts: 1000 }, tell);
  const gateway = await startGateway(world.stores);
  const workers = await startWorkers(world.stores);
  try {
    const most = Math.ceil(mostSockets / divisor);
    const duration = Math.max(seconds, 8);
    const half = await perScreen(gateway.url, world, most / 2, duration, tell);
    const full = await perScreen(gateway.url, world, most, duration, tell);
    const figure = (what: keyof Tally, unit: string): Figure => {
      const details = { [`at ${most / 2}`]: half[what], [`at ${most}`]: full[what] };
      const label = `${unit} a screen a second at ${most} sockets, times those at ${most / 2}`;
      return ratioFigure({ what: label, target: '≤ 1.1', details }, [full[what] / half[what]], { most: 1.1 });
    };
    return [figure('messages', 'sends'), figure('bytes', 'bytes')];
  } finally {
    await Promise.all([gateway.stop(), workers.stop()]);
    await world.close();
  }
}

export const feedRoom: Measurement = { id: 'B13', title: 'the feed open on many screens, comments growing with them', run };
