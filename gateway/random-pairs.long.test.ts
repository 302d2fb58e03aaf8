import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { clear, startForPairs } from '#gateway/overlaps-for-tests';
import { buildTown, randomRound } from '#gateway/random-calls-for-tests';
import { anotherGateway } from '#gateway/sockets-for-tests';
import type { TestApp } from '#gateway/start-for-tests';
import { seeded } from '#models/testing/demo/random';

let test: TestApp;
let second: Awaited<ReturnType<typeof anotherGateway>>;
beforeAll(async () => {
  test = await startForPairs();
  second = await anotherGateway(test.app);
});
beforeEach(clear);
afterAll(async () => {
  await second.close();
  await test.close();
});

it.each([1, 2, 3, 4, 5])(
  '500 rounds of random pairs of calls over two gateways with transactions that overlap: no invariant broken (hundred %i)',
  async (seed) => {
    const town = await buildTown([test.url, second.url], seeded(seed, 'pairs'));
    for (let round = 0; round < 100; round++) expect({ seed, broken: await randomRound(town) }).toEqual({ seed, broken: [] });
  },
  600_000,
);
