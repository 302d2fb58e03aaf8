import type { BareHttp } from './bare-http.js';
import { load } from './load.js';
import { alternate, type BenchOptions, type Figure, type Measurement, median, percentile, ratioFigure } from './measure.js';
import { SideProcess } from './side-process.js';
import { type BenchWorld, buildWorld, startGateway } from './world.js';

const connections = 50;
const hotPage = '/societies';
/** Properties of a browser that decide how a page looks: a page is rendered for each. */
const views = ['en..light.', 'ar..light.', 'en..dark.', 'ar..dark.', 'ar.arab.light.'];
const tries = 100;

/** Opens a page as a visitor, until it comes rendered; answers it. */
async function openRendered(url: string, headers: Record<string, string> = {}): Promise<Uint8Array> {
  for (let n = 0; n < tries; n++) {
    const page = new Uint8Array(await (await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })).arrayBuffer());
    if (new TextDecoder().decode(page).includes('rendered-state')) return page;
  }
  throw new Error(`${url} was not rendered`);
}

/** Milliseconds until each society's page has come, one after the other, none of them cached. */
async function openCold({ societies }: BenchWorld, gateway: string, view: string): Promise<number[]> {
  const times: number[] = [];
  for (const id of societies) {
    const begun = performance.now();
    await openRendered(`${gateway}/societies/${id}`, { cookie: `nadi-view=${view}` });
    times.push(performance.now() - begun);
  }
  return times;
}

async function run({ rounds, seconds, posts, divisor }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const world = await buildWorld({ people: 1200, societies: 30, posts: Math.ceil(posts / divisor) }, tell);
  const gateway = await startGateway(world.stores);
  const bare = new SideProcess('bare-http');
  try {
    const bytes = await openRendered(gateway.url + hotPage);
    const address = await bare.ask<string>({ bytes } satisfies BareHttp);
    const hot = await alternate(
      rounds,
      () => load({ url: gateway.url + hotPage, connections, seconds }),
      () => load({ url: `${address}/bytes`, connections, seconds }),
      tell,
    );
    tell('pages that are not cached');
    const cold: number[][] = [];
    for (const view of views.slice(0, rounds)) cold.push(await openCold(world, gateway.url, view));
    const all = cold.flat();
    const of = (side: 'ours' | 'bare') => median(hot.map((pair) => pair[side].perSecond));
    return [
      ratioFigure(
        {
          what: 'cached, requests/s, share of bare Fastify',
          target: '≥ 0.50',
          details: { ours: of('ours'), bare: of('bare'), bytes: bytes.length },
        },
        hot.map(({ ours, bare: theirs }) => ours.perSecond / theirs.perSecond),
        { least: 0.5 },
      ),
      ratioFigure(
        { what: 'not cached, ms a page', target: '≤ 100', details: { p99: percentile(all, 99), 'a second': 1000 / median(all) } },
        cold.map(median),
        { most: 100 },
      ),
    ];
  } finally {
    await Promise.all([gateway.stop(), bare.end()]);
    await world.close();
  }
}

export const rendered: Measurement = { id: 'B14', title: 'rendered pages, visitors, 50 connections', run };
