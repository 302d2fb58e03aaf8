import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Kept, keepReads, keptMs } from './kept.js';

describe('what was read is kept for a moment', () => {
  let stop: () => void;
  beforeEach(() => {
    stop = keepReads();
  });
  afterEach(() => stop());

  const loading = (asked: string[]) => async (keys: string[]) => {
    asked.push(...keys);
    return new Map(keys.map((key) => [key, `${key} read`]));
  };

  it('is read once in that moment, and anew after it', async () => {
    const kept = new Kept<string>();
    const asked: string[] = [];
    await Promise.all([kept.many(['a', 'b'], loading(asked)), kept.many(['b', 'c'], loading(asked))]);
    expect(await kept.many(['a', 'b'], loading(asked))).toEqual(
      new Map([
        ['a', 'a read'],
        ['b', 'b read'],
      ]),
    );
    expect(asked).toEqual(['a', 'b', 'c']);
    await sleep(keptMs + 50);
    await kept.many(['a'], loading(asked));
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('is let go of after it, also where nobody asks again', async () => {
    const kept = new Kept<string>();
    await kept.many(['a', 'b'], loading([]));
    await sleep(keptMs / 2);
    await kept.many(['c'], loading([]));
    expect(kept.size).toBe(3);
    await expect.poll(() => kept.size, { timeout: 4 * keptMs }).toBe(0);
  });
});
