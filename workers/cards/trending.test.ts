import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cardsTrending } from '#models/contract/trending';
import { Cards } from '#models/db/cards';
import { type PostDoc, Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { buildPost, buildSociety } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatchDefaults } from '#workers/activity/dispatch';
import { refreshTrending, scoreOf, trendingDefaults } from './trending.js';

const bus = setUpTestBus();
beforeEach(async () => {
  await Promise.all([Posts.deleteMany({}), Cards.deleteMany({}), bus.sent()]);
});

const hoursAgo = (n: number) => new Date(Date.now() - n * 3600_000);
const card = async (): Promise<string[]> => (await Cards.findById('trending').lean())?.items.map((item) => String(item.id)) ?? [];
const idsOf = (posts: PostDoc[]) => posts.map((post) => String(post._id));
/** Sets the counter as a like does. */
const like = (post: PostDoc, n: number) =>
  Posts.updateOne({ _id: post._id }, { $inc: { likes: n, rev: 1 }, $set: { activeAt: new Date() } });

it('scores a post by likes and comments, less with age', () => {
  const now = Date.now();
  expect(scoreOf({ likes: 6, comments: 2, createdAt: new Date(now) }, now)).toBeCloseTo(8 / 2 ** 1.5);
  expect(scoreOf({ likes: 6, comments: 2, createdAt: new Date(now - 7 * 3600_000) }, now)).toBeCloseTo(8 / 9 ** 1.5);
});

describe('docs/trending.md', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/trending.md'), 'utf8');
  const scoreAt = (likes: number, comments: number, hours: number, now = Date.now()) =>
    scoreOf({ likes, comments, createdAt: new Date(now - hours * 3600_000) }, now);

  it('docs/trending.md has the formula of the score', () => {
    const [, plus, power] = /score = \(likes \+ comments\) \/ \(hours \+ ([\d.]+)\)\^([\d.]+)/.exec(text)!.map(Number);
    for (const [likes, comments, hours] of [
      [1, 0, 0],
      [30, 12, 5],
      [7, 90, 160],
    ] as const)
      expect(scoreAt(likes, comments, hours)).toBeCloseTo((likes + comments) / (hours + plus!) ** power!, 10);
  });

  it('the example in docs/trending.md has the scores that posts get, in order', () => {
    const rows = [...text.matchAll(/^\|[^|]+\| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) \|$/gm)].map((row) => row.slice(1).map(Number));
    expect(rows.length).toBeGreaterThan(2);
    for (const [likes, comments, hours, score] of rows) expect(scoreAt(likes!, comments!, hours!).toFixed(2)).toBe(score!.toFixed(2));
    expect(rows.map((row) => row[3])).toEqual(rows.map((row) => row[3]!).toSorted((a, b) => b - a));
  });

  it('docs/trending.md states the period and the interval', () => {
    expect([trendingDefaults.days, trendingDefaults.maxItems, dispatchDefaults.trendingSlotMs]).toEqual([7, 100, 2000]);
    for (const words of ['of the last seven days', 'the hundred best', 'two seconds after', 'every minute']) expect(text).toContain(words);
  });
});

it('ranks open posts of seven days with likes or comments', async () => {
  const society = await buildSociety();
  const inside = await buildSociety({ privacy: { visibility: 'private' } });
  const old = await buildPost({ society, likes: 50, createdAt: hoursAgo(48) });
  const fresh = await buildPost({ society, likes: 5, createdAt: hoursAgo(1) });
  await buildPost({ society, likes: 99, createdAt: hoursAgo(24 * 8) });
  await buildPost({ society, likes: 99, removedAt: new Date() });
  await buildPost({ society: inside, likes: 99 });
  await buildPost({ society });
  await refreshTrending();
  expect(await card()).toEqual(idsOf([fresh, old]));
});

it('publishes a changed card once after a burst, with public data only', async () => {
  const society = await buildSociety();
  const posts = await Promise.all([30, 20, 10].map((likes) => buildPost({ society, likes, createdAt: hoursAgo(3) })));
  const quiet = await buildPost({ society, content: 'Free pizza', createdAt: hoursAgo(1) });
  await refreshTrending();
  await bus.sent();
  await like(quiet, 30);
  await refreshTrending();
  expect((await card())[0]).toBe(String(quiet._id));
  const [sent, ...more] = await bus.sentOf(cardsTrending);
  expect(more).toEqual([]);
  expect(sent?.rooms).toEqual(['feed']);
  expect(sent?.payload.items.map((item) => item.ID)).toEqual(idsOf([quiet, ...posts]));
  expect(sent?.payload.items[0]).toMatchObject({ title: 'Free pizza...', Likes: 30, Content: 'Free pizza' });
  for (const own of ['Is_Liked', 'Like_Version', 'Can']) expect(sent?.payload.items[0]).not.toHaveProperty(own);
  await refreshTrending();
  expect(await bus.sentOf(cardsTrending)).toEqual([]);
});

it('scores again only recently active posts and those on the card', async () => {
  const society = await buildSociety();
  const carded = await Promise.all(Array.from({ length: 10 }, () => buildPost({ society, likes: 5, createdAt: hoursAgo(3) })));
  await refreshTrending();
  const still = await buildPost({ society, likes: 500, createdAt: hoursAgo(3), activeAt: hoursAgo(2) });
  await refreshTrending();
  expect(await card()).not.toContain(String(still._id));
  await Posts.updateOne({ _id: carded[0]?._id }, { $set: { removedAt: new Date() } });
  await like(still, 1);
  await refreshTrending();
  expect(await card()).toEqual(expect.arrayContaining([String(still._id)]));
  expect(await card()).not.toContain(String(carded[0]?._id));
});

it('publishes nothing of a society that closed', async () => {
  const society = await buildSociety();
  await buildPost({ society, likes: 5 });
  await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.visibility': 'private' } });
  await refreshTrending();
  expect((await bus.sentOf(cardsTrending))[0]?.payload.items).toEqual([]);
});

it('concurrent runs end in one correct card', async () => {
  const society = await buildSociety();
  const posts = await Promise.all([9, 8, 7].map((likes) => buildPost({ society, likes, createdAt: hoursAgo(1) })));
  await Promise.all(Array.from({ length: 4 }, () => refreshTrending(trendingDefaults)));
  expect(await card()).toEqual(idsOf(posts));
});
