import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheTtlMs, enableReadCache, TtlCache } from './ttl-cache.js';

describe('TtlCache', () => {
  let stop: () => void;
  beforeEach(() => {
    stop = enableReadCache();
  });
  afterEach(() => stop());

  const recordingLoad = (loadedKeys: string[]) => async (keys: string[]) => {
    loadedKeys.push(...keys);
    return new Map(keys.map((key) => [key, `${key} read`]));
  };

  it('loads a key once within its lifetime, and again afterwards', async () => {
    const cache = new TtlCache<string>();
    const loadedKeys: string[] = [];
    await Promise.all([cache.getMany(['a', 'b'], recordingLoad(loadedKeys)), cache.getMany(['b', 'c'], recordingLoad(loadedKeys))]);
    expect(await cache.getMany(['a', 'b'], recordingLoad(loadedKeys))).toEqual(
      new Map([
        ['a', 'a read'],
        ['b', 'b read'],
      ]),
    );
    expect(loadedKeys).toEqual(['a', 'b', 'c']);
    await sleep(cacheTtlMs + 50);
    await cache.getMany(['a'], recordingLoad(loadedKeys));
    expect(loadedKeys).toEqual(['a', 'b', 'c', 'a']);
  });

  it('purges expired entries that nobody reads again', async () => {
    const cache = new TtlCache<string>();
    await cache.getMany(['a', 'b'], recordingLoad([]));
    await sleep(cacheTtlMs / 2);
    await cache.getMany(['c'], recordingLoad([]));
    expect(cache.size).toBe(3);
    await expect.poll(() => cache.size, { timeout: 4 * cacheTtlMs }).toBe(0);
  });
});
