import { expect, it } from 'vitest';
import { acceptsIdempotencyKey } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { importImage } from '#models/contract/uploads';
import { killTestedCalls } from '../testing/kill-writers.js';

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
