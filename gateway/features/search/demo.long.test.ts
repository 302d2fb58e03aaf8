import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { searchAll } from '#models/contract/search';
import { Posts } from '#models/db/posts';
import { Societies } from '#models/db/societies';
import { loadDemo } from '#models/testing/demo';

const test = setUpTestApp();
beforeAll(() => loadDemo(), 240_000);

it('in the demo, a search for a society by name counts all of its posts, and paging ends at the last of them', async () => {
  const hikers = await Societies.findOne({ name: 'Wadi Hikers' }).lean().orFail();
  const posts = await Posts.find({ society: hikers._id, removedAt: null }, { _id: 1 }).lean();
  expect(posts.length).toBeGreaterThan(100);
  const { counts } = await test.call(searchAll, { q: 'hikers' });
  const found: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await test.call(searchAll, { q: 'hikers', kind: 'posts', limit: 100, ...(cursor ? { cursor } : {}) });
    found.push(...page.data.posts.map(({ ID }) => ID));
    cursor = page.next;
  } while (cursor);
  expect([new Set(found).size, counts.posts]).toEqual([found.length, found.length]);
  expect(posts.map(({ _id }) => String(_id)).filter((id) => !found.includes(id))).toEqual([]);
});
