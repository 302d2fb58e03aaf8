import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptsIdempotencyKey } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { importImage } from '#models/contract/uploads';
import { type Deployment, killRound, startDeployment } from '../testing/kill-rounds.js';
import { killTestedCalls } from '../testing/kill-writers.js';

let town: Deployment;
beforeAll(async () => {
  town = await startDeployment();
});
afterAll(() => town.close());

/** Fetches from another server, which is no part of a round: `once.test.ts` repeats it after a death. */
const leftOut = new Set<string>([importImage.name]);

it('makes things by every call that heeds an Idempotency-Key', () => {
  expect([...killTestedCalls].map(({ name }) => name).toSorted()).toEqual(
    calls
      .filter(acceptsIdempotencyKey)
      .map(({ name }) => name)
      .filter((name) => !leftOut.has(name))
      .toSorted(),
  );
});

it('gateway, workers, Redis and store killed twice each under writers: nothing lost, nothing twice, all true within 15 s', async () => {
  await killRound(town, Date.now() % 1_000_000);
}, 240_000);
