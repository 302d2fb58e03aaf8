import mongoose from 'mongoose';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPost, buildUser } from '#models/testing/builders';
import { skipOnGivenMongo } from '#models/testing/skip-on-given';
import { testStores } from '#models/testing/stores';
import { connect, createIndexes, disconnect } from './connect.js';
import { incrementCounters } from './counters.js';
import { Likes } from './likes.js';
import { newId } from './model.js';
import { type PostDoc, Posts } from './posts.js';
import { setToggle } from './toggle.js';

const commands: string[] = [];
let posts: PostDoc[];

const like = (post: Pick<PostDoc, '_id'>) => incrementCounters(Posts, post._id, { inc: { likes: 1 }, since: new Date() });

beforeAll(async () => {
  const { mongoUri } = await testStores();
  await connect(`${mongoUri}${mongoUri.includes('?') ? '&' : '?'}monitorCommands=true`);
  await createIndexes();
  mongoose.connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName));
  return disconnect;
});
beforeEach(async () => {
  posts = [await buildPost(), await buildPost(), await buildPost()];
  commands.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

describe('increments of counters', () => {
  it('of one turn share two commands, and each caller gets its own document', async () => {
    const [a, b, c] = posts as [PostDoc, PostDoc, PostDoc];
    const missing = { _id: newId() };
    const counted = await Promise.all([like(a), like(b), like(missing), like(a), like(c)]);
    expect(commands).toEqual(['update', 'find']);
    expect(counted.map((post) => post && [String(post._id), post.likes, post.rev - a.rev])).toEqual([
      [String(a._id), 2, 2],
      [String(b._id), 1, 1],
      null,
      [String(a._id), 2, 2],
      [String(c._id), 1, 1],
    ]);
  });

  it('of a turn with two are one command each', async () => {
    const counted = await Promise.all(posts.slice(1).map(like));
    expect(commands).toEqual(['findAndModify', 'findAndModify']);
    expect(counted.map((post) => post?.likes)).toEqual([1, 1]);
  });

  it.each([1, 3])('of a turn with %i are left to the sweeper if the process was paused before the turn', async (number) => {
    const since = new Date();
    const counting = posts.slice(0, number).map(({ _id }) => incrementCounters(Posts, _id, { inc: { likes: 1 }, since }));
    vi.setSystemTime(since.getTime() + 2001);
    expect(await Promise.all(counting)).toEqual(counting.map(() => null));
    expect(commands).toEqual([]);
  });

  it('of a turn in which others are late are counted', async () => {
    const since = new Date();
    const [late, inTime] = [since, new Date(since.getTime() + 1000)].map((at, i) =>
      incrementCounters(Posts, posts[i]!._id, { inc: { likes: 1 }, since: at }),
    );
    vi.setSystemTime(since.getTime() + 2001);
    expect([await late, (await inTime)?.likes]).toEqual([null, 1]);
  });

  it.each([2, 3])('of a turn with %i are counted although one of them fails', async (number) => {
    const [broken, ...others] = posts.slice(0, number) as [PostDoc, ...PostDoc[]];
    await Posts.collection.updateOne({ _id: broken._id }, { $set: { likes: 'many' as never } });
    const counted = await Promise.all([broken, ...others].map(like));
    expect(counted.map((post) => post?.likes ?? null)).toEqual([null, ...others.map(() => 1)]);
  });

  it('are all null when the shared command fails, so that the sweeper recounts', async (context) => {
    skipOnGivenMongo(context, 'it makes a command fail');
    const data = { failCommands: ['update'], errorCode: 2, namespace: `${mongoose.connection.name}.posts` };
    const admin = mongoose.connection.getClient().db('admin');
    await admin.command({ configureFailPoint: 'failCommand', mode: { times: 1 }, data });
    expect(await Promise.all(posts.map(like))).toEqual([null, null, null]);
    expect(await Posts.countDocuments({ _id: { $in: posts.map(({ _id }) => _id) }, likes: 0 })).toBe(3);
  });
});

describe('toggles', () => {
  it('that are set for the first time in one turn are one insert', async () => {
    const people = await Promise.all(posts.map(() => buildUser()));
    commands.length = 0;
    const set = await Promise.all(people.map((user, i) => setToggle(Likes, { post: posts[i]?._id, user: user._id }, true)));
    expect(commands).toEqual(['insert']);
    const stored = await Likes.find({ user: { $in: people.map(({ _id }) => _id) } })
      .sort({ _id: 1 })
      .lean();
    expect(set.map((change) => change?.doc)).toEqual(stored);
    expect(set.every((change) => change?.inDoubt === false)).toBe(true);
  });

  it('that are set twice in one turn change once', async () => {
    const pair = { post: posts[0]?._id, user: (await buildUser())._id };
    const set = await Promise.all([setToggle(Likes, pair, true), setToggle(Likes, pair, true)]);
    expect(set.filter((change) => change !== null)).toHaveLength(1);
    expect(await Likes.countDocuments(pair)).toBe(1);
  });
});
