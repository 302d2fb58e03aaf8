import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { eventStats, getUserStatus, recordShare, toggleBookmark } from '#models/contract/attendance';
import { ownChanged } from '#models/contract/users';
import { Bookmarks } from '#models/db/bookmarks';
import { type EventDoc, Events } from '#models/db/events';
import { Shares } from '#models/db/shares';
import { buildBookmark, buildEvent, buildShare, buildSociety, buildUser } from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { buildPersonInRole, insiders, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(() => {
  log.close();
});

const at = ({ _id }: EventDoc) => ({ event_id: String(_id) });
const eventNow = async ({ _id }: EventDoc) => (await Events.findById(_id).lean())!;

describe('a bookmark', () => {
  it('is counted once and published; a repeat changes nothing', async () => {
    const event = await buildEvent();
    const user = await buildUser();
    const token = await test.tokenFor(user);
    await log.published();
    const first = await test.call(toggleBookmark, { ...at(event), bookmarked: true }, token);
    expect(first.data).toEqual({
      bookmarked: true,
      message: 'Event saved.',
      version: 1,
      attendees: 0,
      interested: 1,
      shares: 0,
      seats_left: null,
      rev: event.rev + 1,
    });
    expect((await test.call(toggleBookmark, { ...at(event), bookmarked: true }, token)).data).toEqual(first.data);
    const published = await log.published();
    expect(published.map(({ message, rooms }) => [message, rooms])).toEqual([
      [eventStats.name, [`event:${event._id}`, 'events']],
      [ownChanged.name, [`user:${user._id}`]],
    ]);
    expect(published[0]?.payload).toMatchObject({ interested: 1, rev: first.data.rev });
    expect(published[1]?.payload).toEqual({ kind: 'bookmark', id: String(event._id), on: true, version: 1 });
    expect((await test.call(getUserStatus, at(event), token)).data).toMatchObject({ bookmarked: true, bookmark_version: 1 });
  });

  it('toggles without a given state', async () => {
    const event = await buildEvent();
    const token = await test.tokenFor(await buildUser());
    const flip = () => test.call(toggleBookmark, at(event), token);
    expect((await flip()).data).toMatchObject({ bookmarked: true, interested: 1, version: 1 });
    expect((await flip()).data).toMatchObject({ bookmarked: false, interested: 0, version: 2, message: 'Event removed from saved.' });
    expect((await flip()).data).toMatchObject({ bookmarked: true, interested: 1, version: 3 });
  });

  it('that was never set can be removed', async () => {
    const event = await buildEvent();
    const answer = await test.call(toggleBookmark, { ...at(event), bookmarked: false }, await test.tokenFor(await buildUser()));
    expect(answer.data).toMatchObject({ bookmarked: false, interested: 0, version: 0, rev: event.rev });
  });

  it('of one person ends in the last requested state; parallel toggles add up', async () => {
    const event = await buildEvent();
    const token = await test.tokenFor(await buildUser());
    const set = (bookmarked?: boolean) =>
      test.callWithRetry(toggleBookmark, { ...at(event), ...(bookmarked === undefined ? {} : { bookmarked }) }, token);
    await Promise.all(Array.from({ length: 20 }, (_, i) => set(i % 2 === 0)));
    expect((await set(false)).data).toMatchObject({ bookmarked: false, interested: 0 });
    await Promise.all(Array.from({ length: 7 }, () => set()));
    expect(await Bookmarks.countDocuments({ event: event._id, on: true })).toBe(1);
    expect(await eventNow(event)).toMatchObject({ interested: 1 });
  });

  it('can be set on an event that is over or cancelled', async () => {
    const token = await test.tokenFor(await buildUser());
    for (const over of [{ cancelledAt: new Date() }, { startsAt: new Date(0) }])
      expect((await test.call(toggleBookmark, at(await buildEvent(over)), token)).data).toMatchObject({ bookmarked: true });
  });

  it('refuses anything but a boolean', async () => {
    const event = await buildEvent();
    const answer = await test.call(toggleBookmark, { ...at(event), bookmarked: 'yes' }, await test.tokenFor(await buildUser()));
    expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, ['bookmarked']]);
  });
});

describe('a share', () => {
  it('counts each person once a day, and is published', async () => {
    const event = await buildEvent();
    const [one, two] = [await test.tokenFor(await buildUser()), await test.tokenFor(await buildUser())];
    await log.published();
    expect((await test.call(recordShare, at(event), one)).data).toMatchObject({ shares: 1, rev: event.rev + 1 });
    await Promise.all(Array.from({ length: 5 }, () => test.call(recordShare, at(event), one)));
    expect((await test.call(recordShare, at(event), two)).data).toMatchObject({ shares: 2 });
    expect(await Shares.countDocuments({ event: event._id })).toBe(2);
    expect((await log.published()).map(({ message, payload }) => [message, (payload as { shares: number }).shares])).toEqual([
      [eventStats.name, 1],
      [eventStats.name, 2],
    ]);
  });

  it('on another day counts again', async () => {
    const event = await buildEvent();
    const user = await buildUser();
    await buildShare({ event, user, at: new Date(Date.now() - 3 * 86_400_000) });
    expect((await test.call(recordShare, at(event), await test.tokenFor(user))).data).toMatchObject({ shares: 2 });
  });
});

describe('who may bookmark and share', () => {
  const cells = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => {
      const isSignedOut = testRole === 'visitor' || testRole === 'suspended';
      return { visibility, testRole, status: isSignedOut ? 401 : visibility === 'public' || insiders.includes(testRole) ? 200 : 404 };
    }),
  );
  testCells(cells, ({ testRole, status }) => [testRole, status])(
    '$visibility: $testRole gets $status',
    async ({ visibility, testRole, status }) => {
      const society = await buildSociety({ privacy: { visibility } });
      const event = await buildEvent({ society });
      await buildBookmark({ event });
      const user = await buildPersonInRole(testRole, society);
      const token = user ? await test.tokenFor(user) : undefined;
      for (const call of [toggleBookmark, recordShare]) expect((await test.call(call, at(event), token)).status).toBe(status);
      expect(await eventNow(event)).toMatchObject(status === 200 ? { interested: 2, shares: 1 } : { interested: 1, shares: 0 });
    },
  );
});
