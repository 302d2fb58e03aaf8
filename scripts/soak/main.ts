import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { seeded } from '#models/testing/demo/random';
import { newGateway, newWorkers, type Program, startTestedStores, type TestedStores } from '#models/testing/processes';
import { act, compareAll, countDue, describeDue, type Faults, openAll, say, until } from './phases.js';
import { buildWorld, type SoakWorld } from './world.js';

/**
 * `npm run soak`: people with open pages who do things by chance, against two gateways and workers on stores of their own. At the
 * end every page must show what a refetch shows, and when all have gone nothing of them may be left in memory.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    sockets: { type: 'string', default: '500' },
    rate: { type: 'string', default: '0' },
    seed: { type: 'string', default: '0' },
  },
});
const minutes = Number(values.minutes);
const sockets = Number(values.sockets);
/** More, and two cores refetch pages faster than they settle. */
const rate = Number(values.rate) || Math.max(5, sockets / 100);
const seed = Number(values.seed) || Date.now() % 1_000_000;

const minuteMs = 60_000;
/** Warm-up, after which every cache is filled. */
const warmUpMs = Math.min(minutes * minuteMs * 0.2, 3 * minuteMs);
/** Caches live for 5 s; what is still held after that is held for good. */
const calmMs = 7000;
/** Workers that lag behind on a busy machine have time; what is lost never comes. */
const deliverWithinMs = 3 * minuteMs;
/** Allowed growth after the warm-up. */
const growth = 1.1;

const probe = { nodeArgs: ['--expose-gc', '--import', './scripts/soak/probe.mjs'], withChannel: true };

/** Memory in use after what nobody holds was collected, in MB. */
async function heapOf(program: Program): Promise<number> {
  const answer = once(program.child, 'message');
  program.child.send('measure');
  const [{ heap }] = (await answer) as [{ heap: number }];
  return Math.round(heap / 1e5) / 10;
}

/** Short, so that some who come back are replayed what they missed, and others must fetch. */
const replaySeconds = '5';
const metricsToken = 'the-token-of-the-soak';

/** Reads a metric of the gateway. */
async function figureOf({ url }: { url: string }, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${name}{`) || each.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1) ?? Number.NaN);
}

type Gateway = Program & { url: string };

interface Running {
  stores: TestedStores;
  gateways: readonly Gateway[];
  workers: Program;
}

/** Processes by the names that the log gives them. */
const processesOf = ({ gateways, workers }: Running): [name: string, process: Program][] => [
  ...gateways.map((gateway, at): [string, Program] => [`gateway ${at + 1}`, gateway]),
  ['workers', workers],
];

async function start(): Promise<Running> {
  const stores = await startTestedStores();
  await connect(stores.mongoUri);
  await createIndexes();
  const env = { LOG_LEVEL: 'warn', METRICS_TOKEN: metricsToken, REPLAY_WINDOW: replaySeconds };
  const gateways: Gateway[] = [];
  for (const name of ['gateway-1', 'gateway-2']) gateways.push(await newGateway(stores, { ...probe, name, env }));
  const running = { stores, gateways, workers: newWorkers(stores, probe) };
  await Promise.all(processesOf(running).map(([, process]) => process.start()));
  return running;
}

async function stop(running: Running): Promise<void> {
  await Promise.all(processesOf(running).map(([, process]) => process.stop()));
  await disconnect();
  await running.stores.close();
}

/** The last warnings that a program has logged. */
const warningsOf = (program: Program): string[] => program.warnings(10);

/** Everybody goes: sockets and rooms must be none then. Returns the memory that each process still has in use. */
async function emptied(world: SoakWorld, running: Running, failures: string[]): Promise<Map<string, number>> {
  for (const each of world.people) each.away();
  await sleep(calmMs);
  for (const [at, gateway] of running.gateways.entries())
    for (const name of ['nadi_sockets', 'nadi_rooms']) {
      const left = await figureOf(gateway, name);
      if (left !== 0) failures.push(`${name} of gateway ${at + 1} is ${left} when all have gone.`);
    }
  const heaps = new Map<string, number>();
  for (const [name, process] of processesOf(running)) heaps.set(name, await heapOf(process));
  return heaps;
}

const describeHeaps = (heaps: ReadonlyMap<string, number>): string => [...heaps].map(([name, heap]) => `${name} ${heap} MB`).join(', ');

async function soak(running: Running, failures: string[]): Promise<void> {
  const world = await buildWorld(
    running.gateways.map(({ url }) => url),
    sockets,
    seeded(seed, 'soak'),
  );
  const faults: Faults = { answers: new Map() };
  const describe = () => {
    const connected = world.people.filter((each) => each.isConnected).length;
    const resyncs = world.people.reduce((sum, each) => sum + each.resyncs, 0);
    const wrong = [...faults.answers.values()].reduce((sum, count) => sum + count, 0);
    return `${connected} connected, ${resyncs} resyncs, ${wrong} faults`;
  };
  await openAll(world);
  say(`Warming up for ${warmUpMs / 1000} s.`);
  await act(world, warmUpMs, rate, faults, describe);
  if (!(await until(async () => (await countDue()) === 0, deliverWithinMs))) failures.push('Outbox records of the warm-up are still due.');
  const before = await emptied(world, running, failures);
  say(`Memory after the warm-up: ${describeHeaps(before)}. Now the rest.`);

  await openAll(world);
  const done = await act(world, minutes * minuteMs - warmUpMs, rate, faults, describe);
  if (!(await until(async () => (await countDue()) === 0, deliverWithinMs)))
    failures.push(...(await describeDue()), ...warningsOf(running.workers));
  await until(() => world.people.every((each) => each.isSettled), minuteMs);
  for (const each of world.people) if (!each.isSettled) failures.push(`${each.options.user} is not back. ${each.describe()}`);
  const differing = await compareAll(world);
  failures.push(...differing);
  say(`${done} acts, ${describe()}. The pages of ${sockets} people compared with the server: ${differing.length} differences.`);
  const after = await emptied(world, running, failures);
  say(`Memory when all have gone: ${describeHeaps(after)}.`);
  for (const [name, heap] of after) {
    const heapBefore = before.get(name) ?? 0;
    if (heap > heapBefore * growth) failures.push(`The ${name} kept memory: ${heapBefore} MB before, ${heap} MB after.`);
  }
  for (const [what, count] of faults.answers) failures.push(`${count} times ${what}`);
  if (faults.answers.size > 0) failures.push(...running.gateways.flatMap(warningsOf));
  for (const each of world.people) each.close();
}

async function main(): Promise<number> {
  say(`${sockets} sockets, ${rate} acts a second, ${minutes} min, seed ${seed} (--seed ${seed} repeats the choices).`);
  const failures: string[] = [];
  const running = await start();
  // Gateways, workers and stores are processes of their own, and would outlive this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      say(`Ended by ${signal}.`);
      void stop(running).finally(() => process.exit(1));
    });
  try {
    await soak(running, failures);
  } finally {
    await stop(running);
  }
  for (const line of failures.slice(0, 40)) say(`FAILED ${line}`);
  say(failures.length === 0 ? 'The soak passed.' : `The soak failed: ${failures.length} failures.`);
  return failures.length === 0 ? 0 : 1;
}

process.exit(await main());
