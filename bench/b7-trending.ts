import { setTimeout as sleep } from 'node:timers/promises';
import { likePost } from '#models/contract/posts';
import { callApi } from '#models/testing/api-client';
import { type BenchOptions, type Figure, type Measurement, median, ratioFigure } from './measure.js';
import { buildWorld, startGateway, startWorkers } from './world.js';

const active = 1000;
const few = 10_000;
const many = 100_000;
/** More than the time for which the card waits for the end of a burst. */
const slotMs = 3000;
/** More than the time after which workers say anew how they are. */
const publishedMs = 16_000;
const metricsToken = 'the-token-of-the-bench';

/** Seconds that all refreshes have taken until now, and how many they were. */
async function refreshes(url: string): Promise<{ sum: number; count: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const lines = (await answer.text()).split('\n').filter((line) => line.includes('job="cards.trending"'));
  const of = (name: string) => lines.filter((line) => line.startsWith(name)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  return { sum: of('nadi_job_seconds_sum'), count: of('nadi_job_seconds_count') };
}

/** How long a refresh takes with so many posts, of which as many as ever are active, in ms: the mean of each round. */
async function timesAt(posts: number, { rounds, divisor }: BenchOptions, tell: (line: string) => void): Promise<number[]> {
  const world = await buildWorld({ people: 1200, societies: 10, posts, active: Math.ceil(active / divisor) }, tell);
  const gateway = await startGateway(world.stores, { env: { METRICS_TOKEN: metricsToken } });
  const workers = await startWorkers(world.stores);
  try {
    const times: number[] = [];
    let n = 0;
    for (let round = 0; round < rounds; round++) {
      tell(`${posts} posts: round ${round + 1} of ${rounds}`);
      const before = await refreshes(gateway.url);
      for (let like = 0; like < 4; like++) {
        n += 1;
        await callApi(gateway.url, likePost, { post_id: world.posts[n % world.posts.length] as string }, world.people[n]?.token);
        await sleep(slotMs);
      }
      await sleep(publishedMs);
      const after = await refreshes(gateway.url);
      if (after.count === before.count) throw new Error('Trending was not refreshed.');
      times.push((1000 * (after.sum - before.sum)) / (after.count - before.count));
    }
    return times;
  } finally {
    await Promise.all([gateway.stop(), workers.stop()]);
    await world.close();
  }
}

async function run(options: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const at = (posts: number) => timesAt(Math.ceil(posts / options.divisor), options, tell);
  const base = await at(few);
  const times = await at(many);
  const details = { [`ms at ${few}`]: median(base), [`ms at ${many}`]: median(times) };
  const spec = { what: `time at ${many} posts, ${active} of them active, times that at ${few}`, target: '≤ 1.5', details };
  return [
    ratioFigure(
      spec,
      times.map((time) => time / median(base)),
      { most: 1.5 },
    ),
  ];
}

export const trending: Measurement = { id: 'B7', title: 'a refresh of trending', run };
