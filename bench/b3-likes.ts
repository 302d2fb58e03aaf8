import { likePost } from '#models/contract/posts';
import type { BareHttp } from './bare-http.js';
import { load } from './load.js';
import type { Load, Loaded } from './loader.js';
import { alternate, type Figure, type Measurement, median, type Options, ratioFigure } from './measure.js';
import { SideProcess } from './side-process.js';
import { buildWorld, startGateway } from './world.js';

const connections = 50;
const likedPosts = 1000;

async function run({ rounds, seconds, divisor }: Options, tell: (line: string) => void): Promise<Figure[]> {
  const world = await buildWorld({ people: 1200, societies: 30, posts: Math.ceil(likedPosts / divisor) }, tell);
  const gateway = await startGateway(world.stores);
  const bare = new SideProcess('bare-http');
  try {
    const address = await bare.ask<string>({ mongoUri: world.stores.mongoUri } satisfies BareHttp);
    const { posts, people } = world;
    const sender = (url: string, withUser: boolean) => {
      let from = 0;
      return async (): Promise<Loaded> => {
        const what: Load = { url, connections, seconds, likes: { posts, people, from, withUser } };
        const done = await load(what);
        from += done.total + connections;
        return done;
      };
    };
    const pairs = await alternate(rounds, sender(gateway.url + likePost.path, false), sender(`${address}/like`, true), tell);
    const of = (side: 'ours' | 'bare') => median(pairs.map((pair) => pair[side].perSecond));
    const told = { what: 'likes/s, share of the two bare writes', target: '≥ 0.50', details: { ours: of('ours'), bare: of('bare') } };
    return [
      ratioFigure(
        told,
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
