import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket, type TestSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { queue } from '#models/bus/jobs';
import { toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { cancelEvent, createEvent } from '#models/contract/event-changes';
import { likePost } from '#models/contract/posts';
import { cardsRecommendations, getRecommendations } from '#models/contract/recommendations';
import { Cards } from '#models/db/cards';
import { Memberships } from '#models/db/memberships';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildEvent, buildFollow, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { membershipFields, userFields } from '#models/testing/fields';
import { testSettings } from '#models/testing/settings';
import { refreshRecommendations } from '#workers/cards/recommendations';
import { silent } from '#workers/log';
import { startWorkers, type Workers, type WorkersOptions } from '#workers/start';
import { openCardsTiming } from './open-cards.js';

const withinMs = 15_000;
/** Short, but a card is asked for again only after the two seconds in which a change settles. */
const timing = { ...openCardsTiming, everyMs: 200, minAgeMs: 500, askAgainMs: 4000 };
const app = setUpTestApp({ liveTiming: { cards: timing } });
let workers: Workers;
/** People whose card a job computed, in order. */
const computed: string[] = [];
beforeAll(async () => {
  const handlers: WorkersOptions['handlers'] = {
    'cards.recommendations': async ({ user, staleSince }) => {
      computed.push(user);
      await refreshRecommendations(user, staleSince);
    },
  };
  workers = await startWorkers({ redisUrl: app.redisUrl, ...testSettings, log: silent, trendingEveryMs: 3600_000, handlers });
});
afterAll(() => workers.close());

const tomorrow = () => new Date(Date.now() + 36 * 3600_000).toISOString().slice(0, 10);
const anEvent = (society: { _id: unknown }) => ({
  society_id: String(society._id),
  title: 'Night of the telescopes',
  description: 'Bring a blanket and something warm to drink.',
  category: 'Workshop',
  date: tomorrow(),
  time: '19:00',
  location: 'Roof',
});

/** A person with a card and an open page. */
async function openPage(user: UserDoc) {
  await refreshRecommendations(String(user._id));
  const token = await app.tokenFor(user);
  const socket = await openSocket(app.url, { token });
  return { socket, token };
}

/** Waits for a message that says that the card changed. */
async function changed(socket: TestSocket): Promise<void> {
  const end = Date.now() + withinMs;
  while (!socket.received.some(({ message, payload }) => message === cardsRecommendations.name && payload.changed)) {
    if (Date.now() > end) throw new Error('The card was not computed in time.');
    await sleep(50);
  }
  socket.received.length = 0;
}

/** Ids of the jobs that compute cards. */
async function jobsLeft() {
  const left = await queue('cards').getJobs(['wait', 'delayed', 'active', 'prioritized']);
  return left.flatMap(({ name, id }) => (name === 'cards.recommendations' ? [id] : []));
}

const computedAfter = (user: UserDoc, at: number) =>
  expect
    .poll(async () => (await Cards.findById(`recommendations:${user._id}`).lean())?.computedAt.getTime() ?? 0, { timeout: withinMs })
    .toBeGreaterThan(at);

test('an event is on a member’s open card within 15 s with its reason, and once cancelled it is gone at the next read', async () => {
  const admin = await buildUser();
  const society = await buildSociety({ admin, name: 'Stargazers', privacy: { visibility: 'private' } });
  const { socket, token } = await openPage(await buildMember(society));
  const outsider = await openPage(await buildUser());
  const adminToken = await app.tokenFor(admin);
  const { data: event, status } = await app.call(createEvent, anEvent(society), adminToken);
  expect(status).toBe(201);
  await changed(socket);
  const shown = async (of: string) => (await app.call(getRecommendations, { limit: 20 }, of)).data.find(({ id }) => id === event);
  expect(await shown(token)).toMatchObject({
    reason_code: 'own_society',
    reason: 'From Stargazers, your society',
    society_id: String(society._id),
  });
  expect(await shown(outsider.token)).toBeUndefined();
  expect((await app.call(cancelEvent, { event_id: event, reason: 'Clouds' }, adminToken)).status).toBe(200);
  expect(await shown(token)).toBeUndefined();
  for (const each of [socket, outsider.socket]) each.close();
});

async function addMembers(society: SocietyDoc, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1000) {
    const people = Array.from({ length: 1000 }, () => userFields());
    const members = people.map(({ _id, name }) => membershipFields(name, { society: society._id, user: _id }));
    await Memberships.collection.insertMany(members as never);
  }
  await Societies.updateOne({ _id: society._id }, { $set: { members: count + 1 } });
}

async function expectJobsOfScreensOnly(count: number): Promise<void> {
  const admin = await buildUser();
  const society = await buildSociety({ admin });
  await addMembers(society, count);
  const looking = [await buildMember(society), await buildMember(society), await buildMember(society)];
  const pages = await Promise.all(looking.map(openPage));
  // Delayed jobs of earlier tests come first.
  await expect.poll(jobsLeft, { timeout: withinMs }).toEqual([]);
  computed.length = 0;
  const begun = Date.now();
  await app.call(createEvent, anEvent(society), await app.tokenFor(admin));
  for (const { socket } of pages) await changed(socket);
  for (const user of looking) await computedAfter(user, begun);
  // Longer than the interval after which a card that is still stale is asked for again.
  await sleep(timing.askAgainMs + 5 * timing.everyMs);
  expect(computed.toSorted()).toEqual(looking.map(({ _id }) => String(_id)).toSorted());
  expect(await jobsLeft()).toEqual([]);
  expect(
    await Cards.countDocuments({ _id: { $gte: 'recommendations:', $lt: 'recommendations;' }, computedAt: { $gt: new Date(begun) } }),
  ).toBe(pages.length);
  for (const { socket } of pages) socket.close();
}

test('an event in a society of 1,000 adds no more jobs than screens are open', { timeout: 120_000 }, () => expectJobsOfScreensOnly(1000));
test('an event in a society of 10,000 adds no more jobs than screens are open', { tags: ['long'], timeout: 120_000 }, () =>
  expectJobsOfScreensOnly(10_000),
);

describe('a card is computed anew after', () => {
  test('the attendance of a followed person', async () => {
    const [me, friend] = [await buildUser(), await buildUser()];
    await buildFollow({ from: me, to: friend });
    const event = await buildEvent();
    const { socket, token } = await openPage(me);
    await app.call(toggleAttendance, { event_id: String(event._id), status: 'attending' }, await app.tokenFor(friend));
    await changed(socket);
    const { data } = await app.call(getRecommendations, { limit: 20 }, token);
    expect(data.find(({ id }) => id === String(event._id))).toMatchObject({ reason_code: 'follows_go', params: { count: '1' } });
    socket.close();
  });

  test('one’s own like, bookmark and attendance', async () => {
    const me = await buildUser();
    const { socket, token } = await openPage(me);
    const [post, event] = [await buildPost(), await buildEvent()];
    for (const act of [
      () => app.call(likePost, { post_id: String(post._id) }, token),
      () => app.call(toggleBookmark, { event_id: String(event._id) }, token),
      () => app.call(toggleAttendance, { event_id: String(event._id), status: 'attending' }, token),
    ]) {
      const begun = Date.now();
      expect((await act()).status).toBe(200);
      await computedAfter(me, begun);
    }
    socket.close();
  }, 60_000);
});

test('a person without an open page gets the card at the look after next', async () => {
  const admin = await buildUser();
  const society = await buildSociety({ admin });
  const me = await buildMember(society);
  await refreshRecommendations(String(me._id));
  const token = await app.tokenFor(me);
  const { data: event } = await app.call(createEvent, anEvent(society), await app.tokenFor(admin));
  const begun = Date.now();
  // Longer than the change needs to settle, and several looks at the stamps.
  await sleep(2500);
  expect((await Cards.findById(`recommendations:${me._id}`).lean())?.computedAt.getTime()).toBeLessThan(begun);
  await app.call(getRecommendations, {}, token);
  await computedAfter(me, begun);
  expect((await app.call(getRecommendations, { limit: 20 }, token)).data.map(({ id }) => id)).toContain(event);
});
