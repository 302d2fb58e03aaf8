import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { closeBus, openBus } from '#models/bus/open';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { Likes } from '#models/db/likes';
import { type Id, idOfTime } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { ClientPage } from '#models/testing/client-model';
import { type Random, seeded } from '#models/testing/demo/random';
import { newGateway, newWorkers, startTestedStores } from '#models/testing/processes';
import { SimulatedUser } from '#models/testing/simulated-user';
import { counterKinds, counterSource } from '#workers/sweeper/counter-sources';
import { buildKillFixture, type KillFixture, type TestWriter } from './kill-fixture.js';
import { findLosses, findUnnotified, type Ledger, like, newLedger, write } from './kill-writers.js';

/** A process that the round kills. */
interface Killable {
  name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface Deployment {
  url: string;
  processes: Killable[];
  /** The last warnings and errors that the gateway has logged. */
  warnings(most: number): string[];
  close(): Promise<void>;
}

const startAgainMs = 100;
const startWithinMs = 60_000;

/** Starts a process as the supervisor does: with retries, since its stores may be down too. */
async function startAgain(part: Killable): Promise<void> {
  const until = Date.now() + startWithinMs;
  for (;;) {
    try {
      return await part.start();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(startAgainMs);
    }
  }
}

/** Starts gateway, workers, Redis and the store, each as a separate process. */
export async function startDeployment(): Promise<Deployment> {
  const stores = await startTestedStores();
  const { mongo } = stores;
  await connect(stores.mongoUri);
  await createIndexes();
  openBus(stores.redisUrl);
  const gateway = await newGateway(stores, { env: { LOG_LEVEL: 'warn' } });
  const workers = newWorkers(stores);
  await Promise.all([gateway.start(), workers.start()]);
  return {
    url: gateway.url,
    warnings: (most) => gateway.warnings(most),
    processes: [
      { name: 'gateway', kill: () => gateway.kill(), start: () => gateway.start() },
      { name: 'workers', kill: () => workers.kill(), start: () => workers.start() },
      { name: 'redis', kill: () => stores.redis.kill(), start: () => stores.redis.start() },
      // Do not kill a MongoDB from the environment.
      ...(mongo === undefined ? [] : [{ name: 'store', kill: () => mongo.kill(), start: () => mongo.start() }]),
    ],
    close: async () => {
      await Promise.all([gateway.stop(), workers.stop()]);
      await closeBus();
      await disconnect();
      await stores.close();
    },
  };
}

const longestCalmMs = 500;
/** Number of creations before most kills; other kills happen while another process is still down. */
const mostMade = 15;
const calmShare = 0.7;
/** Number of creations without which a round says too little. */
const leastMade = 30;
const progressWithinMs = 15_000;

async function untilMade({ made }: Ledger, more: number): Promise<void> {
  const [enough, until] = [made.length + more, Date.now() + progressWithinMs];
  while (made.length < enough && Date.now() < until) await sleep(5);
}

/** Number of times that a round kills each process. */
const killsEach = 2;

/** Kills each process so many times, in random order and at random moments, and restarts it at once. Resolves when all are back. */
async function killAll(processes: readonly Killable[], random: Random, ledger: Ledger): Promise<void> {
  const back = new Map<Killable, Promise<void>>();
  const order = random.shuffle(processes.flatMap((part) => Array.from({ length: killsEach }, () => part)));
  for (const part of order) {
    await back.get(part);
    if (random.chance(calmShare)) await untilMade(ledger, random.int(5, mostMade));
    await sleep(random.int(0, longestCalmMs));
    await part.kill();
    back.set(part, startAgain(part));
  }
  await Promise.all(back.values());
}

/** Lists counters of a round that differ from their source. Those of earlier rounds no longer change, and would take time. */
async function wrongCounters(since: Id): Promise<string[]> {
  const wrong: string[] = [];
  for (const kind of counterKinds) {
    const { model, count } = counterSource(kind);
    for (const doc of await model.find({ _id: { $gte: since } }).lean()) {
      const truth = await count(doc);
      const shown = Object.fromEntries(Object.keys(truth).map((field) => [field, doc[field as never]]));
      if (!isDeepStrictEqual(shown, truth))
        wrong.push(`${kind} ${doc._id}: ${JSON.stringify(shown)}, and there are ${JSON.stringify(truth)}`);
    }
  }
  return wrong;
}

/** Describes the difference between the shown and the fetched state. */
function difference(shown: unknown, fetched: unknown): string {
  const items = (all: unknown): string[] => (Array.isArray(all) ? all : [all]).map((each) => JSON.stringify(each));
  const [ours, theirs] = [items(shown), items(fetched)];
  const [more, missing] = [ours.filter((each) => !theirs.includes(each)), theirs.filter((each) => !ours.includes(each))];
  return `shows ${more}, a refetch ${missing}`.slice(0, 600);
}

/** Lists screens that differ from a refetch. */
async function wrongScreens(screens: readonly SimulatedUser[]): Promise<string[]> {
  const compare = async (each: SimulatedUser): Promise<string[]> => {
    const fetched = await each.refetched();
    const shown = each.screen.shown();
    const differing = Object.keys(fetched).filter((part) => !isDeepStrictEqual(shown[part], fetched[part]));
    return differing.map((part) => `${part} of ${each.options.user}: ${difference(shown[part], fetched[part])}`);
  };
  return (await Promise.all(screens.map((each) => compare(each).catch((error) => [String(error)])))).flat();
}

async function openScreens(fixture: KillFixture, people: readonly TestWriter[]): Promise<SimulatedUser[]> {
  const { url, posts, event } = fixture;
  const pages: ClientPage[] = [{ kind: 'home', cards: posts, opened: posts }, { kind: 'societies' }, { kind: 'event', id: event }];
  const screens = people.map(({ user, token }) => new SimulatedUser({ urls: [url], user: String(user._id), token, pages }));
  await Promise.all(screens.map((each) => each.open()));
  return screens;
}

/** Time after the last write within which everything must be consistent, on a machine that does nothing else. */
const settledMs = 15_000;
/** Time limit of the checks, so that a failure says whether the state became consistent late or never. */
const giveUpMs = 60_000;

/** Time limit of a round, below that of its test. */
const roundMs = 220_000;

/**
 * Runs one round: six people write and four like while every process is killed twice; nothing may be lost or doubled, and everything is
 * consistent in time. A round that does not end, or an answer 500, fails with what was under way and the gateway's log.
 */
export async function killRound(deployment: Deployment, seed: number): Promise<void> {
  const ledger = newLedger();
  const progress = { phase: 'fixture' };
  const late = sleep(roundMs, undefined, { ref: false }).then(() => {
    const calls = [...ledger.pending].map(({ name }) => name).join(', ') || 'none';
    throw new Error(`seed ${seed}: '${progress.phase}' did not end; ${ledger.made.length} made, pending calls: ${calls}`);
  });
  try {
    await Promise.race([late, runRound(deployment, seed, ledger, progress)]);
  } catch (error) {
    throw new Error(`seed ${seed}\n${deployment.warnings(30).join('\n')}`, { cause: error });
  }
}

async function runRound(deployment: Deployment, seed: number, ledger: Ledger, progress: { phase: string }): Promise<void> {
  const random = seeded(seed, 'kills');
  const firstId = idOfTime(Date.now());
  const fixture = await buildKillFixture(deployment.url);
  progress.phase = 'opening screens';
  const screens = await openScreens(fixture, [...fixture.writers.slice(0, 2), ...fixture.likers.slice(0, 1)]);
  let isOver = false;
  const over = () => isOver;
  const acting = [
    ...fixture.writers.map((who, n) => write(fixture, who, seeded(seed, `writer ${n}`), ledger, over)),
    ...fixture.likers.map((who, n) => like(fixture, who, seeded(seed, `liker ${n}`), ledger, over)),
  ];
  progress.phase = 'kills';
  await killAll(deployment.processes, random, ledger);
  progress.phase = 'last creations';
  await untilMade(ledger, leastMade - ledger.made.length);
  isOver = true;
  progress.phase = 'end of the writers';
  // A retry may have to wait for the claim of a killed process, and writes afterwards.
  await Promise.all(acting);
  progress.phase = 'consistency';
  const lastWrite = Date.now();
  let wrong: string[] = [];
  do {
    wrong = [...(await wrongCounters(firstId).catch(String)), ...(await findUnnotified(ledger)), ...(await wrongScreens(screens))];
  } while (wrong.length > 0 && Date.now() - lastWrite < giveUpMs);
  const tookMs = Date.now() - lastWrite;
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  expect(tookMs, `seed ${seed}: ms until everything was right`).toBeLessThan(settledMs);
  const liked = await Likes.find({ on: true }).lean();
  expect({ seed, wrong: await findLosses(ledger, new Set(liked.map(({ post, user }) => `${post}/${user}`))) }).toEqual({ seed, wrong: [] });
  for (const { tellings } of await Notifications.find({}, { tellings: 1 }).lean()) expect(new Set(tellings).size).toBe(tellings.length);
  expect(ledger.made.length).toBeGreaterThanOrEqual(leastMade);
  for (const each of screens) each.close();
}
