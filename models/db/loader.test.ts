import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheTtlMs, clearReadCache, enableReadCache, Loader } from './loader.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Loader of the upper case of its keys, without `missing`, that records its queries. */
function recording() {
  const queries: string[][] = [];
  const loader = new Loader<string>(async (keys) => {
    queries.push(keys);
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]));
  });
  return { loader, queries };
}

/** Loader of the value as it was when a query started; queries wait for `finish`. */
function holding() {
  const state = { value: 'before' };
  const pending: (() => void)[] = [];
  const loader = new Loader<string>(async (keys) => {
    const { value } = state;
    await new Promise<void>((resolve) => pending.push(resolve));
    return new Map(keys.map((key) => [key, value]));
  });
  const finish = () => {
    for (const resolve of pending.splice(0)) resolve();
  };
  return { loader, state, finish };
}

describe('fresh reads', () => {
  it('the keys of one turn are one query without duplicates, and each caller gets its own value', async () => {
    const { loader, queries } = recording();
    expect(await Promise.all(['a', 'b', 'a', 'missing'].map((key) => loader.fresh(key)))).toEqual(['A', 'B', 'A', null]);
    expect(queries).toEqual([['a', 'b', 'missing']]);
  });

  it('many keys are answered as a map without missing ones, in queries of at most 200 keys', async () => {
    const { loader, queries } = recording();
    const keys = Array.from({ length: 450 }, (_, n) => `k${n}`);
    const found = await loader.freshMany([...keys, 'missing', 'k0']);
    expect([found.size, found.get('k449'), found.has('missing')]).toEqual([450, 'K449', false]);
    expect(queries.map(({ length }) => length)).toEqual([200, 200, 51]);
  });

  it('a later call starts a new query, even while the first is pending', async () => {
    const stop = enableReadCache();
    const { loader, state, finish } = holding();
    const first = loader.fresh('a');
    await turn();
    state.value = 'after';
    const second = loader.fresh('a');
    await turn();
    finish();
    expect([await first, await second]).toEqual(['before', 'after']);
    stop();
  });

  it('every caller of a failed query is rejected, and no later one', async () => {
    let isAway = true;
    const loader = new Loader<string>(async (keys) => {
      if (isAway) throw new Error('away');
      return new Map(keys.map((key) => [key, key]));
    });
    const failed = await Promise.allSettled([loader.fresh('a'), loader.fresh('b')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await loader.fresh('a')).toBe('a');
  });
});

describe('cached reads', () => {
  let stop: () => void;
  beforeEach(() => {
    stop = enableReadCache();
  });
  afterEach(() => stop());

  it('a key is loaded once within its lifetime, present or missing, and again afterwards', async () => {
    const { loader, queries } = recording();
    const [one, two] = await Promise.all([loader.cachedMany(['a', 'missing']), loader.cachedMany(['missing', 'b'])]);
    expect([one, two]).toEqual([new Map([['a', 'A']]), new Map([['b', 'B']])]);
    expect([await loader.cached('a'), await loader.cached('missing')]).toEqual(['A', null]);
    expect(queries).toEqual([['a', 'missing', 'b']]);
    await sleep(cacheTtlMs + 50);
    await loader.cached('a');
    expect(queries).toEqual([['a', 'missing', 'b'], ['a']]);
  });

  it('a value expires by the age of its query, not of its answer', async () => {
    const { loader, state, finish } = holding();
    const first = loader.cached('a');
    await sleep(cacheTtlMs - 100);
    finish();
    expect(await first).toBe('before');
    state.value = 'after';
    await sleep(150);
    const second = loader.cached('a');
    await turn();
    finish();
    expect(await second).toBe('after');
  });

  it.each([
    ['invalidated', (loader: Loader<string>) => loader.invalidate('a')],
    ['cleared', () => clearReadCache()],
  ])('a load that is %s while it runs answers those who asked before, and nobody later', async (_how, drop) => {
    const { loader, state, finish } = holding();
    const before = [loader.cached('a'), loader.cached('a')];
    await turn();
    state.value = 'after';
    drop(loader);
    const after = loader.cached('a');
    await turn();
    finish();
    expect([await Promise.all(before), await after, await loader.cached('a')]).toEqual([['before', 'before'], 'after', 'after']);
  });

  it('a failed load is not cached', async () => {
    let isAway = true;
    const loader = new Loader<string>(async (keys) => {
      if (isAway) throw new Error('away');
      return new Map(keys.map((key) => [key, key]));
    });
    await expect(loader.cachedMany(['a', 'b'])).rejects.toThrow('away');
    isAway = false;
    expect(await loader.cached('a')).toBe('a');
  });

  it('expired entries that nobody reads again are purged', async () => {
    const { loader } = recording();
    await loader.cachedMany(['a', 'b']);
    await sleep(cacheTtlMs / 2);
    await loader.cached('c');
    expect(loader.size).toBe(3);
    await expect.poll(() => loader.size, { timeout: 4 * cacheTtlMs }).toBe(0);
  });
});

it('cached reads are fresh in a process that has not enabled the cache', async () => {
  const { loader, queries } = recording();
  await loader.cached('a');
  await loader.cachedMany(['a']);
  expect([queries, loader.size]).toEqual([[['a'], ['a']], 0]);
});
