import { fileURLToPath } from 'node:url';
import { getAllEvents } from '#models/contract/events';
import { getNotifications } from '#models/contract/notifications';
import { getAllPosts } from '#models/contract/posts';
import { getAllSocieties } from '#models/contract/societies';
import type { BareHttp } from './bare-http.js';
import type { Counted } from './command-counter.js';
import { cpuMsOf } from './cpu.js';
import { load } from './load.js';
import type { BenchOptions, Figure, Measurement } from './measure.js';
import { feedRead, type MeasuredRead, measuredReads } from './reads.js';
import { buildReadWorld, type ReadWorld } from './reads-world.js';
import { SideProcess } from './side-process.js';
import { startGateway } from './world.js';

const target = 0.5;

interface Measured {
  name: string;
  perSecond: number;
  share: number;
  details: Record<string, number>;
}

const rounded = (value: number): number => Number(value.toFixed(3));

type Program = Awaited<ReturnType<typeof startGateway>>;

/** Both sides of one read: each connection is somebody else's. */
async function measureRead(
  world: ReadWorld,
  gateway: Program,
  { call, path, tokens, bare, times }: MeasuredRead,
  { seconds: usual, connections }: Pick<BenchOptions, 'seconds' | 'connections'>,
) {
  const url = `${gateway.url}${path}`;
  const seconds = times * usual;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${tokens[0]}` } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== call.status) throw new Error(`${call.name} was answered ${answer.status}: ${new TextDecoder().decode(bytes)}`);
  const side = new SideProcess('bare-http');
  try {
    const owner = world.people[0]?.id;
    const address = await side.ask<string>({ bytes, mongoUri: world.stores.mongoUri, reads: bare, owner } satisfies BareHttp);
    const parts = [gateway.pid, world.stores.mongo.pid];
    const before = parts.map(cpuMsOf);
    const ours = await load({ url, connections, seconds, tokens });
    const [gatewayMs = 0, storeMs = 0] = parts.map((pid, n) => (cpuMsOf(pid) - (before[n] ?? 0)) / ours.total);
    const [bareBefore, storeBefore] = [cpuMsOf(side.pid), cpuMsOf(world.stores.mongo.pid)];
    const theirs = await load({ url: `${address}/bytes`, connections, seconds });
    const details = {
      'a second': ours.perSecond,
      p50: ours.p50,
      p99: ours.p99,
      'ms of gateway': gatewayMs,
      'ms of store': storeMs,
      'bare, a second': theirs.perSecond,
      'ms of bare': (cpuMsOf(side.pid) - bareBefore) / theirs.total,
      'ms of store, bare': (cpuMsOf(world.stores.mongo.pid) - storeBefore) / theirs.total,
    };
    return { name: call.name, perSecond: ours.perSecond, share: ours.perSecond / theirs.perSecond, details };
  } finally {
    await side.end();
  }
}

const warmUpSeconds = 3;
const mostWarmUps = 15;
/** The last of them reads the store. */
const warmUpCalls = [getAllPosts, getAllSocieties, getAllEvents, getNotifications];

/**
 * Lets the gateway compile what all calls share, which the first of them would else pay for, and the store collect the garbage of
 * a large world: until a round is no faster than the one before it.
 */
async function warmUp({ people }: ReadWorld, { url }: Program, { connections }: Pick<BenchOptions, 'connections'>): Promise<void> {
  const tokens = people.slice(0, 20).map(({ token }) => token);
  let before = 0;
  for (let round = 0; round < mostWarmUps; round++) {
    const loads = [];
    for (const { path } of warmUpCalls) loads.push(await load({ url: `${url}${path}`, connections, seconds: warmUpSeconds, tokens }));
    const perSecond = loads.at(-1)?.perSecond ?? 0;
    if (perSecond < 1.2 * before) return;
    before = perSecond;
  }
}

const asked = 20;

/** Store commands and documents of one request, in a gateway of its own: counting takes time. */
async function countReads(world: ReadWorld, reads: readonly MeasuredRead[]): Promise<Map<string, Counted>> {
  const isBuilt = import.meta.url.endsWith('.js');
  const counter = fileURLToPath(new URL(`./command-counter.${isBuilt ? 'js' : 'ts'}`, import.meta.url));
  const loader = isBuilt ? [] : ['--import', import.meta.resolve('tsx')];
  const mongoUri = `${world.stores.mongoUri}${world.stores.mongoUri.includes('?') ? '&' : '?'}monitorCommands=true`;
  const options = { name: 'counting-gateway', nodeArgs: [...loader, '--import', counter], withChannel: true };
  const gateway = await startGateway({ ...world.stores, mongoUri }, options);
  const countedNow = (): Promise<Counted> =>
    new Promise((resolve) => {
      gateway.child.once('message', (counted) => resolve(counted as Counted));
      gateway.child.send({});
    });
  try {
    const found = new Map<string, Counted>();
    for (const { call, path, tokens } of reads) {
      const before = await countedNow();
      for (let n = 0; n < asked; n++)
        await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${tokens[n % tokens.length]}` } }).then((it) => it.text());
      const after = await countedNow();
      const each = (what: keyof Counted): number => (after[what] - before[what]) / asked;
      found.set(call.name, { commands: each('commands'), documents: each('documents') });
    }
    return found;
  } finally {
    await gateway.stop();
  }
}

function figureOf({ name, share, perSecond, details }: Measured, feedPerSecond: number, counted: Counted | undefined): Figure {
  const ofFeed = perSecond / feedPerSecond;
  const isReached = share >= target && ofFeed >= 1 / 3;
  return {
    what: name,
    target: `≥ ${target} of bare, ≥ 1/3 of the feed`,
    figure: `${share.toFixed(2)} of bare, ${ofFeed.toFixed(2)} of the feed, ${perSecond.toFixed(0)}/s`,
    value: share,
    least: share,
    most: share,
    isReached,
    details: Object.fromEntries(Object.entries({ ...details, ...counted }).map(([what, value]) => [what, rounded(value)])),
  };
}

async function run(options: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const { divisor, world: name, calls: only } = options;
  const world = await buildReadWorld(name, divisor, tell);
  try {
    const reads = measuredReads(world).filter(({ call }) => only.length === 0 || call.name === feedRead || only.includes(call.name));
    const counted = await countReads(world, reads);
    const gateway = await startGateway(world.stores);
    const measured: Measured[] = [];
    try {
      await warmUp(world, gateway, options);
      for (const read of reads) {
        const found = await measureRead(world, gateway, read, options);
        measured.push(found);
        const line = Object.entries({ ...found.details, ...counted.get(found.name) }).map(([what, value]) => `${what} ${rounded(value)}`);
        tell(`${found.name}: ${line.join(', ')}`);
      }
    } finally {
      await gateway.stop();
    }
    const feedPerSecond = measured.find((each) => each.name === feedRead)?.perSecond ?? 0;
    return measured.map((each) => figureOf(each, feedPerSecond, counted.get(each.name)));
  } finally {
    await world.close();
  }
}

export const reads: Measurement = { id: 'B11', title: 'every read, signed in, 20 connections', run };
