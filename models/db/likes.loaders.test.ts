import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testStores } from '#models/testing/stores';
import { Likes } from './likes.js';
import { loadOwnLikes } from './likes.loaders.js';
import { newId, toId } from './model.js';

beforeAll(async () => {
  await mongoose.connect((await testStores()).mongoUri);
  await Likes.createIndexes();
});
afterAll(() => mongoose.disconnect());

const ids = (count: number): string[] => Array.from({ length: count }, () => String(newId()));

/** Sets likes of a person: the version by post; a negative one is of a like taken back. */
const like = (user: string, versions: Record<string, number>) =>
  Likes.collection.insertMany(
    Object.entries(versions).map(([post, version]) => {
      const [on, at] = [version > 0, new Date()];
      return { _id: newId(), post: toId(post), user: toId(user), on, version: Math.abs(version), at } as never;
    }),
  );

test('readers of one moment share a query, and each gets their own likes of their own posts', async () => {
  const [anna = '', bert = '', carl = ''] = ids(3);
  const [first = '', second = '', third = ''] = ids(3);
  await like(anna, { [first]: 3, [second]: -2 });
  await like(bert, { [second]: 1, [third]: 1 });
  const find = vi.spyOn(Likes, 'find');
  const [ofAnna, ofBert, ofCarl] = await Promise.all([
    loadOwnLikes(anna, [first, second]),
    loadOwnLikes(bert, [third, second]),
    loadOwnLikes(carl, [first, second, third]),
  ]);
  expect(find).toHaveBeenCalledTimes(1);
  find.mockRestore();
  expect([first, second].map(ofAnna)).toEqual([
    { on: true, version: 3 },
    { on: false, version: 2 },
  ]);
  expect([third, second].map(ofBert)).toEqual([
    { on: true, version: 1 },
    { on: true, version: 1 },
  ]);
  expect([first, second, third].map(ofCarl)).toEqual(Array(3).fill({ on: false, version: 0 }));
});

test('a query has at most 2,000 pairs of a person and a post', async () => {
  const people = ids(150);
  const posts = ids(20);
  const last = posts[19] as string;
  await Promise.all(people.map((person) => like(person, { [last]: 1 })));
  const find = vi.spyOn(Likes, 'find');
  const found = await Promise.all(people.map((person) => loadOwnLikes(person, posts)));
  expect(found.filter((of) => of(last).on)).toHaveLength(150);
  const filters = find.mock.calls.map(([filter]) => filter as unknown as Record<'post' | 'user', { $in: unknown[] }>);
  find.mockRestore();
  expect(filters.map(({ user, post }) => [user.$in.length, post.$in.length])).toEqual([
    [100, 20],
    [50, 20],
  ]);
});

test('a later read sees a change', async () => {
  const [person = '', post = ''] = ids(2);
  expect((await loadOwnLikes(person, [post]))(post).on).toBe(false);
  await like(person, { [post]: 1 });
  expect((await loadOwnLikes(person, [post]))(post).on).toBe(true);
});
