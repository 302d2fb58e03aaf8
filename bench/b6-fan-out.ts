import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { createPost } from '#models/contract/posts';
import { callApi } from '#models/testing/api-client';
import { type BenchOptions, type Figure, type Measurement, median, ratioFigure } from './measure.js';
import { buildWorld, startGateway, startWorkers } from './world.js';

const members = 10_000;
const pollMs = 50;
const withinMs = 5 * 60_000;

const stored = () => mongoose.connection.collection('notifications');

/** The documents that posting has made, once each member has theirs, and how long that took in ms. */
export async function untilStored(post: () => Promise<unknown>, count: number): Promise<{ ms: number; docs: object[] }> {
  await stored().deleteMany({});
  const begun = performance.now();
  await post();
  while ((await stored().countDocuments({})) < count) {
    if (performance.now() - begun > withinMs)
      throw new Error(`Only ${await stored().countDocuments({})} of ${count} notifications were stored.`);
    await sleep(pollMs);
  }
  return { ms: performance.now() - begun, docs: await stored().find({}).toArray() };
}

/** As many documents of the same content, bare, into a collection with the same indexes. */
async function insert(docs: object[], round: number): Promise<number> {
  const bare = mongoose.connection.collection(`bareNotifications${round}`);
  for (const { key, name: _name, v: _v, ...options } of await stored().indexes())
    if (!('_id' in key)) await bare.createIndex(key as Record<string, 1 | -1>, options);
  const begun = performance.now();
  await bare.insertMany(docs as never[], { ordered: false });
  return performance.now() - begun;
}

async function run({ rounds, divisor }: BenchOptions, say: (line: string) => void): Promise<Figure[]> {
  const count = Math.ceil(members / divisor);
  const world = await buildWorld({ people: count + 1, societies: 1, posts: 10, members: count + 1 }, say);
  const gateway = await startGateway(world.stores);
  const workers = await startWorkers(world.stores);
  try {
    const [author] = world.people;
    const input = { society_id: world.societies[0] as string, content: 'Told to everybody.' };
    const post = () => callApi(gateway.url, createPost, input, author?.token);
    const times: { ours: number; bare: number }[] = [];
    say('a round for warming up');
    await insert((await untilStored(post, count)).docs, 0);
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}`);
      const { ms, docs } = await untilStored(post, count);
      times.push({ ours: ms, bare: await insert(docs, round) });
    }
    const details = { 'ours, ms': median(times.map(({ ours }) => ours)), 'bare, ms': median(times.map(({ bare }) => bare)) };
    const spec = { what: `until ${count} members' notifications are stored, times bare insertMany`, target: '≤ 3', details };
    return [
      ratioFigure(
        spec,
        times.map(({ ours, bare }) => ours / bare),
        { most: 3 },
      ),
    ];
  } finally {
    await Promise.all([gateway.stop(), workers.stop()]);
    await world.close();
  }
}

export const fanOut: Measurement = { id: 'B6', title: 'a post in a large society', run };
