import { getAllPosts } from '#models/contract/posts';
import { load } from './load.js';
import { type BenchOptions, type Figure, type Measurement, median, ratioFigure } from './measure.js';
import { buildWorld, startGateway } from './world.js';

const connections = 50;
const small = 10_000;
const larger = 300_000;

/** How long a page of the feed takes with so many posts, in ms, round by round. */
async function timesAt(posts: number, { rounds, seconds }: BenchOptions, tell: (line: string) => void): Promise<number[]> {
  const world = await buildWorld({ people: 1200, societies: 30, posts }, tell);
  const gateway = await startGateway(world.stores);
  try {
    const url = `${gateway.url}${getAllPosts.path}?limit=20`;
    const tokens = world.people.map(({ token }) => token);
    await load({ url, connections, seconds, tokens });
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      tell(`${posts} posts: round ${round + 1} of ${rounds}`);
      times.push(1000 / (await load({ url, connections, seconds, tokens })).perSecond);
    }
    return times;
  } finally {
    await gateway.stop();
    await world.close();
  }
}

async function run(options: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  const at = (posts: number) => timesAt(Math.ceil(posts / options.divisor), options, tell);
  // The small one before and after: a machine that slows down would make the large one look slow.
  const before = await at(small);
  const figures = await at(Math.max(larger, options.posts));
  const base = median([...before, ...(await at(small))]);
  const details = { [`ms at ${small}`]: base, [`ms at ${Math.max(larger, options.posts)}`]: median(figures) };
  const spec = { what: `time a page at ${Math.max(larger, options.posts)} posts, times that at ${small}`, target: '≤ 1.2', details };
  return [
    ratioFigure(
      spec,
      figures.map((time) => time / base),
      { most: 1.2 },
    ),
  ];
}

export const growth: Measurement = { id: 'B2', title: 'the feed as posts grow', run };
