import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runInLanes } from './lanes.mjs';

/** Runs steps that take as many milliseconds as they say; gives what began and ended in order, and the results. */
async function run(steps: { name: string; group?: string; lane?: string; takes: number }[]) {
  const seen: string[] = [];
  const results = await runInLanes(steps, async ({ name, takes }) => {
    seen.push(`${name} begins`);
    await sleep(takes);
    seen.push(`${name} ends`);
    return name;
  });
  return { seen, results };
}

test('steps without a group run one after another', async () => {
  const { seen } = await run([
    { name: 'a', takes: 20 },
    { name: 'b', takes: 1 },
  ]);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('lanes of a group run side by side, and the steps of a lane one after another', async () => {
  const { seen } = await run([
    { name: 'a', group: 'g', lane: 'long', takes: 100 },
    { name: 'b', group: 'g', lane: 'long', takes: 1 },
    { name: 'c', group: 'g', takes: 10 },
    { name: 'd', takes: 1 },
  ]);
  expect(seen).toEqual(['c begins', 'a begins', 'c ends', 'a ends', 'b begins', 'b ends', 'd begins', 'd ends']);
});

test('the results are in the order of the steps, whichever ended first', async () => {
  const { results } = await run([
    { name: 'slow', group: 'g', takes: 50 },
    { name: 'quick', group: 'g', takes: 1 },
  ]);
  expect(results).toEqual(['slow', 'quick']);
});
