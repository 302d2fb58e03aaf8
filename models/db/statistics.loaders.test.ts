import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { buildMembership, buildSociety } from '#models/testing/builders';
import { testStores } from '#models/testing/stores';
import { connect, disconnect } from './connect.js';
import { Memberships } from './memberships.js';
import { countPeopleIn } from './statistics.loaders.js';

beforeAll(async () => {
  await connect((await testStores()).mongoUri);
});
afterAll(disconnect);
afterEach(() => vi.restoreAllMocks());

const minuteMs = 60_000;

/** Lets time pass for the cache. */
async function pass(ms: number): Promise<void> {
  // The cache takes the same time for everything within a millisecond.
  await sleep(2);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + ms);
}

async function countsOf(society: Parameters<typeof countPeopleIn>[0][number]) {
  const people = () => Memberships.countDocuments({ society: society._id });
  return { counted: await countPeopleIn([society]), stored: await people() };
}

it('the number of people is counted again after two seconds', async () => {
  const society = await buildSociety();
  const { counted, stored } = await countsOf(society);
  expect(counted).toBe(stored);
  await buildMembership({ society });
  expect(await countPeopleIn([society])).toBe(stored);
  await pass(2500);
  expect(await countPeopleIn([society])).toBe(stored + 1);
});

it('a count of many memberships is answered while it is made again, but not after an hour', async () => {
  const society = { ...(await buildSociety()), members: 30_000 };
  // Past what another file of this process may have counted.
  await pass(120 * minuteMs);
  const { counted } = await countsOf(society);
  await buildMembership({ society });
  await pass(4 * minuteMs);
  expect(await countPeopleIn([society])).toBe(counted);
  await pass(6 * minuteMs);
  expect(await countPeopleIn([society])).toBe(counted);
  await vi.waitFor(async () => expect(await countPeopleIn([society])).toBe(counted + 1));
  await buildMembership({ society });
  await pass(70 * minuteMs);
  expect(await countPeopleIn([society])).toBe(counted + 2);
});

it('somebody in a hidden society and a listed one counts once', async () => {
  const [listed, hidden] = [await buildSociety(), await buildSociety({ privacy: { visibility: 'invite-only' } })];
  const before = await countPeopleIn([listed, hidden]);
  const people = await Memberships.distinct('user', { society: { $in: [listed._id, hidden._id] } });
  expect(before).toBe(people.length);
  const { user } = await buildMembership({ society: hidden });
  await buildMembership({ society: listed, user });
  await pass(2500);
  expect(await countPeopleIn([listed, hidden])).toBe(before + 1);
});

it('large societies are read in batches, and each person counts once', async () => {
  const societies = await Promise.all(Array.from({ length: 3 }, () => buildSociety()));
  const { user } = await buildMembership({ society: societies[0] });
  await buildMembership({ society: societies[2], user });
  const sized = societies.map((society) => ({ ...society, members: 4000 }));
  const people = await Memberships.distinct('user', { society: { $in: societies.map(({ _id }) => _id) } });
  expect(await countPeopleIn(sized)).toBe(people.length);
});
