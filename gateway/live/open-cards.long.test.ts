import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { createEvent } from '#models/contract/event-changes';
import { getRecommendations } from '#models/contract/recommendations';
import { CardStamps } from '#models/db/card-stamps';
import { Cards } from '#models/db/cards';
import { buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { newWorkers, type Program } from '#models/testing/processes';
import { refreshRecommendations } from '#workers/cards/recommendations';

const app = setUpTestApp();
const dir = mkdtempSync(path.join(tmpdir(), 'nadi-open-cards-'));
let workers: Program;
beforeAll(async () => {
  workers = newWorkers({ mongoUri: app.mongoUri, redisUrl: app.redisUrl, dir });
  await workers.start();
}, 120_000);
afterAll(async () => {
  await workers.kill();
  rmSync(dir, { recursive: true, force: true });
});

test('a card whose worker was killed is younger than 60 s again by itself', async () => {
  const admin = await buildUser();
  const society = await buildSociety({ admin });
  const me = await buildMember(society);
  await refreshRecommendations(String(me._id));
  const token = await app.tokenFor(me);
  const socket = await openSocket(app.url, { token });
  const begun = Date.now();
  const { data: event } = await app.call(
    createEvent,
    {
      society_id: String(society._id),
      title: 'Night of the telescopes',
      description: 'Bring a blanket and something warm to drink.',
      category: 'Workshop',
      date: new Date(Date.now() + 36 * 3600_000).toISOString().slice(0, 10),
      time: '19:00',
      location: 'Roof',
    },
    await app.tokenFor(admin),
  );
  await expect
    .poll(() => CardStamps.countDocuments({ at: { $gte: new Date(begun) } }), { timeout: 30_000, interval: 5 })
    .toBeGreaterThan(0);
  await workers.kill();
  await expect.poll(() => app.app.live.cardAges().stale, { timeout: 10_000 }).toBeGreaterThan(0);
  await workers.start();
  await expect
    .poll(async () => (await Cards.findById(`recommendations:${me._id}`).lean())?.computedAt.getTime() ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(begun);
  await expect.poll(() => app.app.live.cardAges().stale, { timeout: 15_000 }).toBe(0);
  const answer = await app.call(getRecommendations, { limit: 20 }, token);
  expect(answer.data.map(({ id }) => id)).toContain(event);
  expect(Date.now() - Date.parse(answer.counts.computed_at ?? '')).toBeLessThan(60_000);
  socket.close();
}, 180_000);
