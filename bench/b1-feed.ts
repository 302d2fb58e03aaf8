import { getAllPosts } from '#models/contract/posts';
import type { BareHttp } from './bare-http.js';
import { load } from './load.js';
import type { Loaded } from './loader.js';
import { alternate, type BenchOptions, type Figure, type Measurement, median, ratioFigure } from './measure.js';
import { SideProcess } from './side-process.js';
import { type BenchWorld, buildWorld, startGateway } from './world.js';

const connections = 50;

/** Asks gateways for the feed, each connection or, in turn, each request somebody else's, and says how they answered. */
export function feedSender({ people }: BenchWorld, seconds: number, isInTurn = false): (gateways: string[]) => Promise<Loaded> {
  const tokens = people.map(({ token }) => token);
  return (gateways) => load({ url: gateways.map((each) => `${each}${getAllPosts.path}?limit=20`), connections, seconds, tokens, isInTurn });
}

async function run({ rounds, seconds, posts, divisor }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const world = await buildWorld({ people: 1200, societies: 30, posts: Math.ceil(posts / divisor) }, tell);
  const gateway = await startGateway(world.stores);
  const bare = new SideProcess('bare-http');
  try {
    const headers = { authorization: `Bearer ${world.people[0]?.token}` };
    const page = await fetch(`${gateway.url}${getAllPosts.path}?limit=20`, { headers });
    const address = await bare.ask<string>({ bytes: new Uint8Array(await page.arrayBuffer()) } satisfies BareHttp);
    const send = feedSender(world, seconds);
    const ours = () => send([gateway.url]);
    await ours();
    const pairs = await alternate(rounds, ours, () => load({ url: `${address}/bytes`, connections, seconds }), tell);
    const of = (side: 'ours' | 'bare', what: 'perSecond' | 'p50' | 'p99') => median(pairs.map((pair) => pair[side][what]));
    return [
      ratioFigure(
        {
          what: 'requests/s, share of bare Fastify',
          target: '≥ 0.40',
          details: { ours: of('ours', 'perSecond'), bare: of('bare', 'perSecond') },
        },
        pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond),
        { least: 0.4 },
      ),
      ratioFigure(
        { what: 'p99, times bare Fastify', target: '≤ 4', details: { ours: of('ours', 'p99'), bare: of('bare', 'p99') } },
        pairs.map(({ ours, bare }) => ours.p99 / Math.max(1, bare.p99)),
        { most: 4 },
      ),
    ];
  } finally {
    await Promise.all([gateway.stop(), bare.end()]);
    await world.close();
  }
}

export const feed: Measurement = { id: 'B1', title: 'the feed, signed in, 50 connections', run };
