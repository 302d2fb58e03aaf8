import mongoose, { type mongo } from 'mongoose';
import { createPost, likePost } from '#models/contract/posts';
import { callApi } from '#models/testing/api-client';
import { newWorkers } from '#models/testing/processes';
import { feedSender } from './b1-feed.js';
import { likedPosts, likeSender } from './b3-likes.js';
import { untilStored } from './b6-fan-out.js';
import { type Done, type Parts, type Prices, pricesOf, shareFigure } from './ledger.js';
import { alternate, type BenchOptions, type Figure, type Measurement } from './measure.js';
import { type BenchWorld, buildWorld, startGateway, startWorkers } from './world.js';

const notifiedMembers = 10_000;
/** A post is one job, and a job is one worker's: several at the same moment, each in a society of its own. */
const societies = 4;

type Tell = (line: string) => void;
type Send = (gateways: string[]) => Promise<Done>;

/** Two gateways, and one of them while the other does no more than read the live stream. */
async function gateways(what: string, world: BenchWorld, send: Send, { rounds }: BenchOptions, say: Tell): Promise<Figure> {
  const { stores } = world;
  // Counting calls is what Redis does for a read.
  const env = { RATE_LIMITS: 'on' };
  const [first, second] = [await startGateway(stores, { env }), await startGateway(stores, { env, name: 'second-gateway' })];
  const parts: Parts = { gateway: first.pid, 'second gateway': second.pid, store: stores.mongo.pid, redis: stores.redis.pid };
  try {
    const both = () => send([first.url, second.url]);
    await both();
    const pairs = await alternate(
      rounds,
      () => pricesOf(parts, both),
      () => pricesOf(parts, () => send([first.url])),
      say,
    );
    return shareFigure(what, 'gateway', pairs, say);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
}

/** Two worker processes, and one of them; the other is away then, since a worker that is there takes its share. */
async function workers(world: BenchWorld, { rounds }: BenchOptions, say: Tell): Promise<Figure> {
  const { stores, people } = world;
  const [gateway, first] = [await startGateway(stores), await startWorkers(stores)];
  const second = newWorkers(stores, { name: 'second-workers' });
  const memberships = mongoose.connection.collection('memberships');
  const [admins, total] = await Promise.all([
    memberships.find({ role: 'admin' }).toArray(),
    memberships.countDocuments({ role: 'member' }),
  ]);
  const tokens = new Map(people.map(({ id, token }) => [id, token]));
  const post = ({ society, user }: mongo.BSON.Document) =>
    callApi(gateway.url, createPost, { society_id: String(society), content: 'Told to everybody.' }, tokens.get(String(user)));
  const fanOut = async (): Promise<Done> => {
    const { ms } = await untilStored(() => Promise.all(admins.map(post)), total);
    return { total, perSecond: (1000 * total) / ms, cpuMs: 0 };
  };
  const parts: Parts = { worker: first.pid, gateway: gateway.pid, store: stores.mongo.pid, redis: stores.redis.pid };
  const withBoth = async (): Promise<Prices> => {
    await second.start();
    await fanOut();
    const prices = await pricesOf(parts, fanOut);
    await second.stop();
    return prices;
  };
  try {
    await fanOut();
    return shareFigure('notifications', 'worker', await alternate(rounds, withBoth, () => pricesOf(parts, fanOut), say), say);
  } finally {
    await Promise.all([gateway, first, second].map((each) => each.stop()));
  }
}

async function within<T>(sizes: Parameters<typeof buildWorld>[0], say: Tell, work: (world: BenchWorld) => Promise<T>): Promise<T> {
  const world = await buildWorld(sizes, say);
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

async function run(options: BenchOptions, say: Tell): Promise<Figure[]> {
  const { seconds, divisor, posts } = options;
  const community = { people: 2400, societies: 30 };
  const feed = await within({ ...community, posts: Math.ceil(posts / divisor) }, say, (world) =>
    gateways('feed requests', world, feedSender(world, seconds, true), options, say),
  );
  const likes = await within({ ...community, posts: Math.ceil(likedPosts / divisor) }, say, (world) => {
    const send = likeSender(world, seconds);
    return gateways('likes', world, (urls) => send(urls.map((url) => url + likePost.path)), options, say);
  });
  const notified = await within({ people: Math.ceil(notifiedMembers / divisor), societies, posts: 10 }, say, (world) =>
    workers(world, options, say),
  );
  return [feed, likes, notified];
}

export const two: Measurement = { id: 'B10', title: 'two processes beside one', run };
