import { setTimeout as sleep } from 'node:timers/promises';
import { clientEvents, socketPath } from '#models/contract/live';
import { likePost, postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { callApi } from '#models/testing/api-client';
import type { ListenerRequest } from './listeners.js';
import { alternate, type BenchOptions, type Figure, type Measurement, median, percentile, ratioFigure } from './measure.js';
import { SideProcess } from './side-process.js';
import { buildWorld, startGateway } from './world.js';

const sockets = 1000;
const likesARound = 20;
/** Longer than the coalescing window of a busy object, so that each like is broadcast at once. */
const pauseMs = 250;
const withinMs = 10_000;

type Send = (n: number) => Promise<unknown>;

const now = (): number => performance.timeOrigin + performance.now();

/** How long each of the sockets waited for each of a round's likes, in ms. */
async function waits(listeners: SideProcess, message: string, send: Send, first: number): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < likesARound; n++) {
    const received = listeners.ask<number[]>({ do: 'hear', message, within: withinMs } satisfies ListenerRequest);
    await sleep(pauseMs);
    const begun = now();
    await send(first + n);
    all.push(...(await received).map((at) => at - begun));
  }
  return all;
}

async function run({ rounds, divisor }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const world = await buildWorld({ people: 1200, societies: 2, posts: 10 }, tell);
  const gateway = await startGateway(world.stores);
  const [bare, ours, theirs] = [new SideProcess('bare-sockets'), new SideProcess('listeners'), new SideProcess('listeners')];
  try {
    const bareUrl = await bare.ask<string>('listen');
    const postId = world.posts[0] as string;
    const tokens = world.people.slice(0, Math.ceil(sockets / divisor)).map(({ token }) => token);
    const joins = { ask: clientEvents.join.name, rooms: [roomOf('post', postId)] };
    await ours.ask({ do: 'connect', url: gateway.url, path: socketPath, tokens, joins } satisfies ListenerRequest);
    await theirs.ask({ do: 'connect', url: bareUrl, path: '/socket.io/', tokens } satisfies ListenerRequest);
    tell(`${tokens.length} sockets are there`);
    let liked = 0;
    const like: Send = (n) => callApi(gateway.url, likePost, { post_id: postId }, world.people[n % world.people.length]?.token);
    const sent: Send = (n) =>
      fetch(bareUrl, { method: 'POST', body: JSON.stringify({ post_id: postId, Likes: n, CommentsCount: 0, rev: n }) });
    const oursRound = () => {
      liked += likesARound;
      return waits(ours, postLikes.name, like, liked - likesARound);
    };
    const pairs = await alternate(rounds, oursRound, () => waits(theirs, postLikes.name, sent, 1), tell);
    const figure = (hundredths: number, most: number): Figure => {
      const of = (side: 'ours' | 'bare') => median(pairs.map((pair) => percentile(pair[side], hundredths)));
      const spec = {
        what: `p${hundredths} of a like's way to ${tokens.length} sockets, times bare Socket.IO`,
        target: `≤ ${most}`,
        details: { 'ours, ms': of('ours'), 'bare, ms': of('bare') },
      };
      return ratioFigure(
        spec,
        pairs.map((pair) => percentile(pair.ours, hundredths) / percentile(pair.bare, hundredths)),
        { most },
      );
    };
    return [figure(50, 2), figure(99, 3)];
  } finally {
    await Promise.all([gateway.stop(), bare.end(), ours.end(), theirs.end()]);
    await world.close();
  }
}

export const broadcast: Measurement = { id: 'B4', title: 'a like, live', run };
