import { likePost } from '#models/contract/posts';
import type { BareHttp } from './bare-http.js';
import { load } from './load.js';
import type { Load, Loaded } from './loader.js';
import { alternate, type BenchOptions, type Figure, type Measurement, median, ratioFigure } from './measure.js';
import { SideProcess } from './side-process.js';
import { type BenchWorld, buildWorld, startGateway } from './world.js';

const connections = 50;
export const likedPosts = 1000;

/** Sends likes to gateways or to the bare baseline, which needs the user in the request; each like is new. */
export function likeSender({ posts, people }: BenchWorld, seconds: number, withUser = false): (urls: string[]) => Promise<Loaded> {
  let from = 0;
  return async (urls) => {
    const what: Load = { url: urls, connections, seconds, likes: { posts, people, from, withUser } };
    const done = await load(what);
    from += done.total + connections;
    return done;
  };
}

async function run({ rounds, seconds, divisor }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const world = await buildWorld({ people: 1200, societies: 30, posts: Math.ceil(likedPosts / divisor) }, tell);
  const gateway = await startGateway(world.stores);
  const bare = new SideProcess('bare-http');
  try {
    const address = await bare.ask<string>({ mongoUri: world.stores.mongoUri } satisfies BareHttp);
    const [toOurs, toBare] = [likeSender(world, seconds), likeSender(world, seconds, true)];
    const ours = () => toOurs([gateway.url + likePost.path]);
    const pairs = await alternate(rounds, ours, () => toBare([`${address}/like`]), tell);
    const of = (side: 'ours' | 'bare') => median(pairs.map((pair) => pair[side].perSecond));
    const spec = { what: 'likes/s, share of the two bare writes', target: '≥ 0.50', details: { ours: of('ours'), bare: of('bare') } };
    return [
      ratioFigure(
        spec,
        pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond),
        { least: 0.5 },
      ),
    ];
  } finally {
    await Promise.all([gateway.stop(), bare.end()]);
    await world.close();
  }
}

export const likes: Measurement = { id: 'B3', title: 'likes, 50 connections, distinct people', run };
