import { expect, it } from 'vitest';
import { batchLoader } from './batch-loader.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('batchLoader joins the keys of one turn in one read without duplicates, and answers each caller its own value', async () => {
  const asked: string[][] = [];
  const read = batchLoader(async (keys) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]));
  });
  expect(await Promise.all(['a', 'b', 'a', 'missing'].map(read))).toEqual(['A', 'B', 'A', null]);
  expect(asked).toEqual([['a', 'b', 'missing']]);
});

it('batchLoader caches nothing: a later call starts a new read, even while the first is pending', async () => {
  let value = 'before';
  const held: (() => void)[] = [];
  const read = batchLoader(async (keys) => {
    const now = value;
    await new Promise<void>((resolve) => held.push(resolve));
    return new Map(keys.map((key) => [key, now]));
  });
  const first = read('a');
  await turn();
  value = 'after';
  const second = read('a');
  await turn();
  for (const answer of held) answer();
  expect([await first, await second]).toEqual(['before', 'after']);
});

it('batchLoader rejects every caller of a failed read, and no later one', async () => {
  let isAway = true;
  const read = batchLoader(async (keys) => {
    if (isAway) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  const failed = await Promise.allSettled([read('a'), read('b')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await read('a')).toBe('a');
});
