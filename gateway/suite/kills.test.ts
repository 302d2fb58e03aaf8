import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptsIdempotencyKey } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { importImage } from '#models/contract/uploads';
import { killTestedCalls } from '../testing/kill-creations.js';
import { type Deployment, killRound, settledMs, startDeployment } from '../testing/kill-rounds.js';

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment();
});
afterAll(() => deployment.close());

/** Fetches from another server, which is not part of a round: `idempotent-creation.test.ts` repeats it after a crash. */
const leftOut = new Set<string>([importImage.name]);

it('the writers use every call that accepts an Idempotency-Key', () => {
  expect([...killTestedCalls].map(({ name }) => name).toSorted()).toEqual(
    calls
      .filter(acceptsIdempotencyKey)
      .map(({ name }) => name)
      .filter((name) => !leftOut.has(name))
      .toSorted(),
  );
});

// Other tests run beside this one: `kills.long.test.ts`, which runs alone, kills twice as often and allows 15 s.
it('gateway, workers, Redis and store killed under writers: nothing lost or doubled, all consistent within 45 s', async () => {
  await killRound(deployment, { seed: Date.now() % 1_000_000, killsEach: 1, withinMs: 3 * settledMs });
}, 240_000);
