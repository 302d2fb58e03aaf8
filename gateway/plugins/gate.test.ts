import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeGate } from './gate.js';

it('lets so much through at once, in order, and goes on after a failure', async () => {
  const gate = makeGate(2);
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
