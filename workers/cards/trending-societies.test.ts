import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { Cards } from '#models/db/cards';
import { models } from '#models/db/model';
import { buildEvent, buildMember, buildPost, buildSociety } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { refreshTrendingSocieties, scoreOfSociety } from './trending-societies.js';

setUpTestBus();
beforeEach(async () => {
  for (const name of ['cards', 'societies', 'events', 'memberships', 'posts', 'activities']) await models.get(name)?.deleteMany({});
});

const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000);
const card = async () => (await Cards.findById('trending-societies').lean())?.items ?? [];

it('docs/trending.md has the formula of the societies, and an example with the scores that they get', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/trending.md'), 'utf8');
  expect(text).toContain('score = (new members + posts + 2 × events) / √(members + 10)');
  const rows = [...text.matchAll(/^\|[^|]+\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) \|$/gm)].map((row) => row.slice(1).map(Number));
  expect(rows.length).toBeGreaterThan(1);
  for (const [members, joined, posted, planned, score] of rows)
    expect(scoreOfSociety({ members: members!, joined: joined!, posted: posted!, planned: planned! }).toFixed(2)).toBe(score!.toFixed(2));
});

it('ranks public societies by members and posts of the week before and events of the next, for their size', async () => {
  const createdAt = daysAgo(300);
  const large = await buildSociety({ createdAt, members: 900, growth: 3 });
  const small = await buildSociety({ createdAt, members: 20, growth: 1 });
  const [closed, quiet] = [await buildSociety({ privacy: { visibility: 'private' } }), await buildSociety({ createdAt })];
  for (const society of [large, small, closed]) {
    await buildPost({ society });
    await buildPost({ society, createdAt: daysAgo(8) });
    await buildPost({ society, removedAt: new Date() });
    await buildEvent({ society, startsAt: new Date(Date.now() + 86_400_000) });
    await buildEvent({ society, startsAt: new Date(Date.now() + 9 * 86_400_000) });
    await buildEvent({ society, startsAt: new Date(Date.now() + 86_400_000), cancelledAt: new Date() });
  }
  await models.get('memberships')?.deleteMany({});
  for (const society of [large, small]) await buildMember(society);
  await refreshTrendingSocieties();
  const items = await card();
  expect(items.map(({ id }) => String(id))).toEqual([small, large].map(({ _id }) => String(_id)));
  expect(items[0]?.counts).toMatchObject({ joined: 1, posted: 1, planned: 1 });
  expect(items.map(({ id }) => String(id))).not.toContain(String(quiet._id));
});
