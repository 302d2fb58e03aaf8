import mongoose from 'mongoose';
import type { Sizes } from '#models/testing/bulk';
import { somePoll } from '#models/testing/content-builders';
import { eventFields } from '#models/testing/fields';
import { type BenchWorld, buildWorld } from './world.js';

const { ObjectId } = mongoose.mongo;

/** Worlds of B11 by name. `large` has ten times the posts and people of `middle`: what a call costs is to grow little with them. */
export const readWorlds = {
  small: { people: 2000, societies: 30, posts: 10_000, events: 500 },
  middle: { people: 20_000, societies: 300, posts: 100_000, events: 5000 },
  large: { people: 200_000, societies: 300, posts: 1_000_000, events: 5000 },
} as const satisfies Record<string, Sizes & { events: number }>;
export type ReadWorldName = keyof typeof readWorlds;

export interface ReadWorld extends BenchWorld {
  events: string[];
  /** Tokens of platform admins, for calls that need one. */
  admins: string[];
  /** A member of the second society, by id. */
  member: string;
  /** Members of each society. */
  membersEach: number;
}

const societiesEach = 5;
const goersEach = 20;
const followsEach = 10;
const notificationsEach = 30;
const commentsOfPosts = 1000;
const commentsEach = 5;
const callers = 20;
const dayMs = 86_400_000;
const batch = 2000;
/** Heap of the store, in MB: the largest world needs some 8 GB. */
const heapMb = 16_384;
/** Place of the post with a poll: not on the first page, so that pages need no votes. */
export const pollAt = 100;
const pollVoters = 40;

const idOf = (id: string) => new ObjectId(id);
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

async function insert(collection: string, count: number, make: (n: number) => object): Promise<void> {
  for (let n = 0; n < count; n += batch) {
    const docs = Array.from({ length: Math.min(batch, count - n) }, (_each, i) => make(n + i));
    await mongoose.connection.collection(collection).insertMany(docs, { ordered: false });
  }
}

async function buildEvents({ people, societies }: BenchWorld, count: number): Promise<string[]> {
  const ids: string[] = [];
  await insert('events', count, (n) => {
    const startsAt = new Date(Date.now() + (n - count / 2) * (dayMs / 20));
    const fields = { society: idOf(at(societies, n)), creator: idOf(at(people, n * 7).id), open: true, attendees: goersEach };
    const event = eventFields({ ...fields, startsAt, title: `Evening ${n} of the workshop`, description: 'Bring a friend, and a pencil.' });
    ids.push(String(event._id));
    return event;
  });
  await insert('attendances', count * goersEach, (n) => ({
    event: idOf(at(ids, Math.floor(n / goersEach))),
    user: idOf(at(people, n * 11 + Math.floor(n / goersEach)).id),
    state: 'going',
    version: 1,
    at: new Date(),
    checkedInAt: null,
    by: null,
  }));
  return ids;
}

async function buildLinks({ people, posts }: BenchWorld): Promise<void> {
  const now = new Date();
  await insert('follows', callers * followsEach, (n) => ({
    from: idOf(at(people, Math.floor(n / followsEach)).id),
    to: idOf(at(people, 50 + n * 3).id),
    on: true,
    version: 1,
    at: now,
  }));
  await insert('comments', commentsOfPosts * commentsEach, (n) => ({
    post: idOf(at(posts, Math.floor(n / commentsEach))),
    author: idOf(at(people, n * 17).id),
    content: 'Well said, and I should like to come.',
    createdAt: new Date(now.getTime() - n * 1000),
    removedAt: null,
    removedBy: null,
    version: 1,
  }));
  await insert('notifications', callers * notificationsEach, (n) => ({
    user: idOf(at(people, Math.floor(n / notificationsEach)).id),
    key: `like:${n}`,
    type: 'post_liked',
    params: {},
    link: '/',
    why: 'author',
    society: null,
    tellings: [String(n)],
    unread: true,
    claimed: false,
    at: new Date(now.getTime() - n * 1000),
    actors: [idOf(at(people, n * 5).id)],
    count: 1,
    version: 1,
    seenVersion: 0,
  }));
}

/** A poll in which forty people have voted. */
async function buildPoll({ people, posts }: BenchWorld): Promise<void> {
  const post = idOf(at(posts, pollAt));
  const poll = somePoll({ votes: [pollVoters, 0], voters: pollVoters });
  await mongoose.connection.collection('posts').updateOne({ _id: post }, { $set: { poll } });
  await insert('pollVotes', pollVoters, (n) => ({ post, user: idOf(at(people, n * 3).id), choices: [0], version: 1, at: new Date() }));
}

/** Newest posts as activities, on the card of open content and on those of their societies, as the workers put them there. */
async function buildCards({ people, posts, societies }: BenchWorld): Promise<void> {
  const now = Date.now();
  const activities = posts.map((post, n) => ({
    _id: new ObjectId(),
    actor: idOf(at(people, n * 13).id),
    verb: 'post.created',
    object: idOf(post),
    society: idOf(at(societies, n)),
    open: true,
    at: new Date(now - n * 1000),
  }));
  await insert('activities', activities.length, (n) => activities[n] as object);
  const cardSize = 60;
  const cardOf = (_id: string, items: typeof activities) => ({
    _id,
    items: items.slice(0, cardSize).map(({ _id: id, at: time }) => ({ id, kind: 'activity', score: 0, at: time })),
    computedAt: new Date(),
  });
  const cards: object[] = [cardOf('activity', activities)];
  for (const [n, id] of societies.entries())
    cards.push(
      cardOf(
        `activity:${id}`,
        activities.filter((_each, i) => i % societies.length === n),
      ),
    );
  const items = (kind: 'post' | 'society', ids: readonly string[]) =>
    ids.slice(0, cardSize).map((id) => ({ id: idOf(id), kind, score: 1, at: new Date(), reason: 'popular' }));
  cards.push({ _id: 'trending', items: items('post', posts), computedAt: new Date() });
  const counts = { members: 40, joined: 3, posted: 2, planned: 1 };
  cards.push({
    _id: 'trending-societies',
    items: items('society', societies).map((item) => ({ ...item, counts })),
    computedAt: new Date(),
  });
  for (const { id } of people.slice(0, callers))
    cards.push({ _id: `recommendations:${id}`, items: items('society', societies), computedAt: new Date() });
  await mongoose.connection.collection('cards').insertMany(cards);
}

/** A community of this size. The first twenty people are callers, the next twenty platform admins. */
export async function buildReadWorld(name: ReadWorldName, divisor: number, tell: (line: string) => void): Promise<ReadWorld> {
  const { people, societies, posts, events } = readWorlds[name];
  const sized = { people: Math.ceil(people / divisor), societies: Math.ceil(societies / divisor), posts: Math.ceil(posts / divisor) };
  const each = Math.ceil((sized.people * societiesEach) / sized.societies);
  const world = await buildWorld({ ...sized, membersEach: each }, tell, { heapMb });
  await mongoose.connection
    .collection('users')
    .updateMany({ _id: { $in: world.people.slice(callers, 2 * callers).map(({ id }) => idOf(id)) } }, { $set: { role: 'admin' } });
  tell('building events, follows, comments, notifications and cards');
  const made = await buildEvents(world, Math.ceil(events / divisor));
  await buildLinks(world);
  await buildPoll(world);
  await buildCards(world);
  return {
    ...world,
    events: made,
    membersEach: each,
    member: at(world.people, each + 1).id,
    admins: world.people.slice(callers, 2 * callers).map(({ token }) => token),
  };
}
