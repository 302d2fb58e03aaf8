import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildCommunity, randomRound } from '#gateway/testing/random-calls';
import { anotherGateway } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { seeded } from '#models/testing/demo/random';

const test = setUpTestApp();
let second: Awaited<ReturnType<typeof anotherGateway>>;
beforeAll(async () => {
  second = await anotherGateway(test.app);
});
afterAll(async () => {
  await second.close();
});

it('8 rounds of random pairs of overlapping calls over two gateways violate no invariant', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const community = await buildCommunity([test.url, second.url], seeded(20, 'pairs'));
  for (let round = 0; round < 8; round++) expect(await randomRound(community)).toEqual([]);
});
