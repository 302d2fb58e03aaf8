import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptsIdempotencyKey } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { importImage } from '#models/contract/uploads';
import { killTestedCalls } from '../testing/kill-creations.js';
import { type Deployment, killRound, startDeployment } from '../testing/kill-rounds.js';

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

const rounds = 20;
const first = Date.now() % 1_000_000;

describe('every process killed twice under writers', () => {
  let deployment: Deployment;
  beforeAll(async () => {
    deployment = await startDeployment();
  });
  afterAll(() => deployment.close());

  it.each(Array.from({ length: rounds }, (_, n) => first + n))(
    'seed %i: nothing lost or doubled, all consistent within 15 s',
    (seed) => killRound(deployment, seed),
    240_000,
  );
});
