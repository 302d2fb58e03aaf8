import { afterAll, beforeAll, expect, it } from 'vitest';
import { startForPairs } from '#gateway/overlaps-for-tests';
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
afterAll(async () => {
  await second.close();
  await test.close();
});

it('20 rounds of random pairs of calls over two gateways with transactions that overlap: no invariant broken', async () => {
  const town = await buildTown([test.url, second.url], seeded(20, 'pairs'));
  for (let round = 0; round < 20; round++) expect(await randomRound(town)).toEqual([]);
}, 120_000);
