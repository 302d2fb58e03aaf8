import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeSemaphore } from './semaphore.js';

it('runs limited work at once, in order, and continues after a failure', async () => {
  const gate = makeSemaphore(2);
  let [inside, most] = [0, 0];
  const begun: number[] = [];
  const waiting: number[] = [];
  const work = async (i: number, waited: boolean): Promise<number> => {
    begun.push(i);
    if (waited) waiting.push(i);
    most = Math.max(most, ++inside);
    await sleep(1);
    inside--;
    if (i === 1) throw new Error('A failure');
    return i;
  };
  const done = await Promise.allSettled([0, 1, 2, 3, 4].map((i) => gate((waited) => work(i, waited))));
  expect(done.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
  expect([most, begun, waiting]).toEqual([2, [0, 1, 2, 3, 4], [2, 3, 4]]);
  expect(await gate((waited) => work(5, waited))).toBe(5);
  expect(waiting).not.toContain(5);
});

describe('a semaphore with a queue limit', () => {
  const refuse = (): never => {
    throw new Error('full');
  };
  const held = () => {
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { until, release };
  };

  it('refuses at once when the queue is full', async () => {
    const gate = makeSemaphore(1, { most: 1, longestMs: 60_000, refuse });
    const { until, release } = held();
    const first = gate(() => until);
    const second = gate(async () => 'second');
    await expect(gate(async () => 'third')).rejects.toThrow('full');
    release();
    await first;
    expect(await second).toBe('second');
  });

  it('refuses work that waited too long, and frees its place in the queue', async () => {
    const gate = makeSemaphore(1, { most: 1, longestMs: 20, refuse });
    const { until, release } = held();
    const first = gate(() => until);
    let ran = false;
    await expect(
      gate(async () => {
        ran = true;
      }),
    ).rejects.toThrow('full');
    const next = gate(async () => 'next');
    release();
    await first;
    expect([await next, ran]).toEqual(['next', false]);
    expect(await gate(async () => 'free again')).toBe('free again');
  });
});
