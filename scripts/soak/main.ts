import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { seeded } from '#models/testing/demo/random';
import { newGateway, newWorkers, type Program, startTestedStores, type TestedStores } from '#models/testing/processes';
import { act, compareAll, countDue, describeDue, type Faults, openAll, say, until } from './phases.js';
import { buildWorld, type SoakWorld } from './world.js';

/**
 * `npm run soak`: people with open screens who do things by chance, against a real gateway and workers on stores of their own.
 * At the end every screen must show what a refetch shows, and when all have gone nothing of them may be left in memory.
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
const rate = Number(values.rate) || Math.max(10, sockets / 10);
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

interface Running {
  stores: TestedStores;
  gateway: Program & { url: string };
  workers: Program;
}

async function start(): Promise<Running> {
  const stores = await startTestedStores();
  await connect(stores.mongoUri);
  await createIndexes();
  const gateway = await newGateway(stores, {
    ...probe,
    env: { LOG_LEVEL: 'warn', METRICS_TOKEN: metricsToken, REPLAY_WINDOW: replaySeconds },
  });
  const workers = newWorkers(stores, probe);
  await Promise.all([gateway.start(), workers.start()]);
  return { stores, gateway, workers };
}

async function stop({ stores, gateway, workers }: Running): Promise<void> {
  await Promise.all([gateway.stop(), workers.stop()]);
  await disconnect();
  await stores.close();
}

/** The last warnings that a program has logged. */
const warningsOf = (program: Program): string[] =>
  program
    .log()
    .split('\n')
    .filter((line) => /"level":(40|50|60)/.test(line))
    .slice(-10);

/** All have gone: the memory that is held then. Sockets and rooms must be none. */
async function emptied(world: SoakWorld, { gateway, workers }: Running, failures: string[]): Promise<number[]> {
  for (const each of world.people) each.away();
  await sleep(calmMs);
  for (const name of ['nadi_sockets', 'nadi_rooms']) {
    const left = await figureOf(gateway, name);
    if (left !== 0) failures.push(`${name} is ${left} when all have gone.`);
  }
  return [await heapOf(gateway), await heapOf(workers)];
}

async function soak(running: Running, failures: string[]): Promise<void> {
  const world = await buildWorld(running.gateway.url, sockets, seeded(seed, 'soak'));
  const faults: Faults = { answers: new Map() };
  const tell = () => {
    const connected = world.people.filter((each) => each.isConnected).length;
    const resyncs = world.people.reduce((sum, each) => sum + each.resyncs, 0);
    const wrong = [...faults.answers.values()].reduce((sum, count) => sum + count, 0);
    return `${connected} connected, ${resyncs} resyncs, ${wrong} faults`;
  };
  await openAll(world);
  say(`Warming up for ${warmUpMs / 1000} s.`);
  await act(world, warmUpMs, rate, faults, tell);
  if (!(await until(async () => (await countDue()) === 0, deliverWithinMs))) failures.push('Outbox records of the warm-up are still due.');
  const before = await emptied(world, running, failures);
  say(`Memory after the warm-up: gateway ${before[0]} MB, workers ${before[1]} MB. Now the rest.`);

  await openAll(world);
  const done = await act(world, minutes * minuteMs - warmUpMs, rate, faults, tell);
  if (!(await until(async () => (await countDue()) === 0, deliverWithinMs)))
    failures.push(...(await describeDue()), ...warningsOf(running.workers));
  await until(() => world.people.every((each) => each.isSettled), minuteMs);
  const differing = await compareAll(world);
  failures.push(...differing);
  say(`${done} acts, ${tell()}. ${sockets} screens compared with the server: ${differing.length} differences.`);
  const after = await emptied(world, running, failures);
  say(`Memory when all have gone: gateway ${after[0]} MB, workers ${after[1]} MB.`);
  for (const [n, name] of ['gateway', 'workers'].entries())
    if ((after[n] ?? 0) > (before[n] ?? 0) * growth)
      failures.push(`The ${name} kept memory: ${before[n]} MB before, ${after[n]} MB after.`);
  for (const [what, count] of faults.answers) failures.push(`${count} times ${what}`);
  for (const each of world.people) each.close();
}

async function main(): Promise<number> {
  say(`${sockets} sockets, ${rate} acts a second, ${minutes} min, seed ${seed} (--seed ${seed} repeats the choices).`);
  const failures: string[] = [];
  const running = await start();
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
