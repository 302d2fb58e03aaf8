import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { KeyedMutex, Semaphore } from './semaphore.js';

it('runs limited work at once, in order, and continues after a failure', async () => {
  const gate = new Semaphore(2);
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
  const done = await Promise.allSettled([0, 1, 2, 3, 4].map((i) => gate.run((waited) => work(i, waited))));
  expect(done.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
  expect([most, begun, waiting]).toEqual([2, [0, 1, 2, 3, 4], [2, 3, 4]]);
  expect(await gate.run((waited) => work(5, waited))).toBe(5);
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
    const gate = new Semaphore(1, { most: 1, longestMs: 60_000, refuse });
    const { until, release } = held();
    const first = gate.run(() => until);
    const second = gate.run(async () => 'second');
    await expect(gate.run(async () => 'third')).rejects.toThrow('full');
    release();
    await first;
    expect(await second).toBe('second');
  });

  it('refuses work that waited too long, and frees its place in the queue', async () => {
    const gate = new Semaphore(1, { most: 1, longestMs: 20, refuse });
    const { until, release } = held();
    const first = gate.run(() => until);
    let ran = false;
    await expect(
      gate.run(async () => {
        ran = true;
      }),
    ).rejects.toThrow('full');
    const next = gate.run(async () => 'next');
    release();
    await first;
    expect([await next, ran]).toEqual(['next', false]);
    expect(await gate.run(async () => 'free again')).toBe('free again');
  });
});

it('a permit is free for others only once it is released', async () => {
  const gate = new Semaphore(1);
  const first = await gate.acquire();
  const second = gate.acquire();
  expect(first.waited).toBe(false);
  expect(await Promise.race([second, sleep(5, 'waits')])).toBe('waits');
  first.release();
  expect((await second).waited).toBe(true);
});

it('a keyed mutex lets one caller a key in, in order, and forgets keys that nobody holds', async () => {
  const mutex = new KeyedMutex();
  const begun: string[] = [];
  const work = async (key: string, name: string): Promise<void> => {
    const release = await mutex.acquire(key);
    begun.push(name);
    await sleep(5);
    begun.push(`${name} ends`);
    release();
  };
  await Promise.all([work('a', 'first'), work('a', 'second'), work('b', 'other'), work('a', 'third')]);
  const ofA = begun.filter((name) => !name.startsWith('other'));
  expect(ofA).toEqual(['first', 'first ends', 'second', 'second ends', 'third', 'third ends']);
  expect(begun.indexOf('other')).toBeLessThan(begun.indexOf('first ends'));
  expect(mutex.size).toBe(0);
});

it('work begins in the same turn when a permit is free', async () => {
  let began = false;
  const done = new Semaphore(1).run(async () => {
    began = true;
  });
  expect(began).toBe(true);
  await done;
});
