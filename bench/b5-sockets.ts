import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientEvents, socketPath } from '#models/contract/live';
import { newGateway, type Program } from '#models/testing/processes';
import type { ListenerRequest } from './listeners.js';
import { type BenchOptions, type Figure, type Measurement, ratioFigure } from './measure.js';
import { SideProcess } from './side-process.js';
import { buildWorld } from './world.js';

const sockets = 10_000;
const processes = 4;
const backWithinMs = 30_000;
/** After its start a gateway renders pages ahead; the memory of the thread that does it would count as the sockets'. */
const renderedAheadMs = 20_000;
const probe = { nodeArgs: ['--expose-gc', '--import', './scripts/soak/probe.mjs'], withChannel: true };

async function memoryOf(gateway: Program): Promise<number> {
  const answer = once(gateway.child, 'message');
  gateway.child.send('measure');
  const [{ rss }] = (await answer) as [{ rss: number }];
  return rss;
}

const countAll = async (listeners: readonly SideProcess[]): Promise<number> =>
  (await Promise.all(listeners.map((each) => each.ask<number>({ do: 'count' } satisfies ListenerRequest)))).reduce(
    (sum, count) => sum + count,
    0,
  );

/** Connects all of them, spread over processes, and says what memory each has cost. */
async function fill(
  listeners: readonly SideProcess[],
  ask: Omit<ListenerRequest & { do: 'connect' }, 'tokens'>,
  tokens: readonly string[],
  memory: () => Promise<number>,
): Promise<number> {
  const before = await memory();
  const share = Math.ceil(tokens.length / listeners.length);
  await Promise.all(
    listeners.map((each, n) => each.ask({ ...ask, tokens: tokens.slice(n * share, (n + 1) * share) } satisfies ListenerRequest)),
  );
  const held = await countAll(listeners);
  if (held < tokens.length) throw new Error(`Only ${held} of ${tokens.length} sockets are held.`);
  return ((await memory()) - before) / tokens.length;
}

/** How long until all are back after the gateway was stopped and started, in ms. */
async function backAfter(gateway: Program, listeners: readonly SideProcess[], count: number): Promise<number> {
  await gateway.stop();
  await gateway.start();
  const begun = Date.now();
  while ((await countAll(listeners)) < count) {
    if (Date.now() - begun > 4 * backWithinMs) return Number.POSITIVE_INFINITY;
    await sleep(200);
  }
  return Date.now() - begun;
}

const listenersOf = (): SideProcess[] => Array.from({ length: processes }, () => new SideProcess('listeners'));

async function run({ rounds, divisor }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const count = Math.ceil(sockets / divisor);
  const world = await buildWorld({ people: count, societies: 2, posts: 10 }, tell);
  const tokens = world.people.map(({ token }) => token);
  const ratios: number[] = [];
  const bytes = { ours: 0, bare: 0 };
  const gateway = await newGateway(world.stores, { ...probe, env: { LOG_LEVEL: 'warn' } });
  let back = 0;
  try {
    // Memory is read of processes that have just begun: a round is one of each.
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      tell(`round ${round + 1}`);
      const [bare, ours, theirs] = [new SideProcess('bare-sockets', { nodeArgs: ['--expose-gc'] }), listenersOf(), listenersOf()];
      await gateway.start();
      await sleep(renderedAheadMs);
      const joins = { ask: clientEvents.join.name, rooms: ['feed'] };
      bytes.ours = await fill(ours, { do: 'connect', url: gateway.url, path: socketPath, joins }, tokens, () => memoryOf(gateway));
      if (round === 0) back = await backAfter(gateway, ours, count);
      await Promise.all(ours.map((each) => each.end()));
      await gateway.stop();
      const url = await bare.ask<string>('listen');
      bytes.bare = await fill(theirs, { do: 'connect', url, path: '/socket.io/' }, tokens, () => bare.ask<number>('memory'));
      ratios.push(bytes.ours / bytes.bare);
      await Promise.all([bare, ...theirs].map((each) => each.end()));
    }
  } finally {
    await gateway.stop();
    await world.close();
  }
  const details = { 'ours, KB a socket': bytes.ours / 1024, 'bare, KB a socket': bytes.bare / 1024 };
  return [
    ratioFigure({ what: `memory a socket of ${count}, times bare Socket.IO`, target: '≤ 1.5', details }, ratios, { most: 1.5 }),
    ratioFigure({ what: `seconds until ${count} are back after a restart`, target: '≤ 30' }, [back / 1000], { most: backWithinMs / 1000 }),
  ];
}

export const held: Measurement = { id: 'B5', title: 'sockets held by one gateway', run };
