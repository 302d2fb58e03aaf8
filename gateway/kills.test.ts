import { afterAll, beforeAll, expect, it } from 'vitest';
import { heedsKey } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { importImage } from '#models/contract/uploads';
import { killRound, startTown, type Town } from './kill-rounds-for-tests.js';
import { callsMade } from './kills-for-tests.js';

let town: Town;
beforeAll(async () => {
  town = await startTown();
});
afterAll(() => town.close());

/** Fetches from another server, which is no part of a round: `once.test.ts` repeats it after a death. */
const leftOut = new Set<string>([importImage.name]);

it('makes things by every call that heeds an Idempotency-Key', () => {
  expect([...callsMade].map(({ name }) => name).toSorted()).toEqual(
    calls
      .filter(heedsKey)
      .map(({ name }) => name)
      .filter((name) => !leftOut.has(name))
      .toSorted(),
  );
});

it('gateway, workers, Redis and store killed twice each under writers: nothing lost, nothing twice, all true within 15 s', async () => {
  await killRound(town, Date.now() % 1_000_000);
}, 240_000);
