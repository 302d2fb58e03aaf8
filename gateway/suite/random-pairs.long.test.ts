import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { clearStore } from '#gateway/testing/overlapping-calls';
import { buildCommunity, randomRound } from '#gateway/testing/random-calls';
import { anotherGateway } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { seeded } from '#models/testing/demo/random';

const test = setUpTestApp();
let second: Awaited<ReturnType<typeof anotherGateway>>;
beforeAll(async () => {
  second = await anotherGateway(test.app);
});
beforeEach(clearStore);
afterAll(async () => {
  await second.close();
});

it.each([1, 2, 3, 4, 5])(
  '500 rounds of random pairs of overlapping calls over two gateways violate no invariant (hundred %i)',
  async (seed) => {
    const community = await buildCommunity([test.url, second.url], seeded(seed, 'pairs'));
    for (let round = 0; round < 100; round++) expect({ seed, broken: await randomRound(community) }).toEqual({ seed, broken: [] });
  },
  600_000,
);
