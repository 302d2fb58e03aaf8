import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.js';

test('any number of simultaneous callers cost two runs, and no answer is older than its question', async () => {
  let truth = 0;
  let runs = 0;
  const ask = singleFlight(async () => {
    runs++;
    const read = truth;
    await sleep(10);
    return read;
  });
  const first = ask('a');
  truth = 1;
  const later = [ask('a'), ask('a'), ask('a')];
  expect(await first).toBe(0);
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  expect(runs).toBe(2);
});

test('each key has separate runs, and a failure concerns its run alone', async () => {
  const ask = singleFlight(async (key) => {
    await sleep(1);
    if (key === 'bad') throw new Error('no');
    return key;
  });
  const answers = await Promise.allSettled([ask('good'), ask('bad'), ask('bad'), ask('good')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(await ask('good')).toBe('good');
});
