import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getCalendar, getEventInfo, getEventStats, getRelatedEvents } from '#models/contract/events';
import { addDays, instantOf, localOf } from '#models/db/local-time';
import { newId } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, insiders, type TestRole, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

const zone = 'Asia/Amman';
const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
async function tokenOf(testRole: TestRole, society: SocietyDoc): Promise<string | undefined> {
  const user = await buildPersonInRole(testRole, society);
  return user ? test.tokenFor(user) : undefined;
}

describe('who sees one event', () => {
  const table = (
    [
      ['public', true],
      ['public', false],
      ['private', true],
      ['invite-only', true],
    ] as const
  ).flatMap(([visibility, eventsVisible]) =>
    testRoles.map((testRole) => {
      const sees = insiders.includes(testRole) || (visibility === 'public' && eventsVisible);
      return { visibility, eventsVisible, testRole, status: testRole === 'suspended' ? 401 : sees ? 200 : 404 };
    }),
  );

  testCells(table, ({ testRole, status }) => [testRole, status])(
    '$visibility, visible $eventsVisible: $testRole gets $status',
    async ({ visibility, eventsVisible, testRole, status }) => {
      const society = await build.buildSociety({ privacy: { visibility, eventsVisible } });
      const event_id = String((await build.buildEvent({ society }))._id);
      await build.buildEvent({ society, title: 'Beside' });
      const token = await tokenOf(testRole, society);
      const answers = [];
      for (const call of [getEventInfo, getEventStats, getRelatedEvents]) answers.push((await test.call(call, { event_id }, token)).status);
      expect(answers).toEqual([status, status, status]);
      if (status === 401) return;
      const { date } = localOf(inHours(7 * 24), zone);
      const [day] = (await test.call(getCalendar, { from: date, to: date }, token)).data;
      const isSeen = JSON.stringify(await test.call(getRelatedEvents, { event_id, limit: 100 }, token)).includes('Beside');
      expect(isSeen).toBe(status === 200);
      expect(day?.count).toBeGreaterThanOrEqual(status === 200 ? 2 : 0);
    },
  );

  it.each(['removed', 'unknown'])('nobody sees one that is %s', async (kind) => {
    const society = await build.buildSociety();
    const event_id = kind === 'unknown' ? String(newId()) : String((await build.buildEvent({ society, removedAt: new Date() }))._id);
    const token = await test.tokenFor({ _id: society.creator });
    for (const call of [getEventInfo, getEventStats, getRelatedEvents])
      expect((await test.call(call, { event_id }, token)).status).toBe(404);
  });
});

it('event stats are the counters', async () => {
  const event = await build.buildEvent({ seats: 5, shares: 4 });
  for (let n = 0; n < 2; n++) await build.buildAttendance({ event });
  await build.buildBookmark({ event });
  const { data } = await test.call(getEventStats, { event_id: String(event._id) });
  expect(data).toEqual({ attendees: 2, interested: 1, shares: 4, seats_left: 3, rev: 3 });
});

describe('related events', () => {
  const category = 'Fundraiser';
  it('are coming ones of the same society, then of the same category, over pages of every size', async () => {
    const [society, other, closed] = [
      await build.buildSociety(),
      await build.buildSociety(),
      await build.buildSociety({ privacy: { visibility: 'private' } }),
    ];
    const event = await build.buildEvent({ society, category, title: 'Itself' });
    const at = (hours: number) => ({ startsAt: inHours(hours) });
    await build.buildEvent({ society, category: 'Webinar', title: 'Own later', ...at(90) });
    await build.buildEvent({ society, category, title: 'Own soon', ...at(50) });
    await build.buildEvent({ society: other, category, title: 'Alike later', ...at(30) });
    await build.buildEvent({ society: other, category, title: 'Alike soon', ...at(20) });
    await build.buildEvent({ society: other, category: 'Webinar', title: 'Other', ...at(2) });
    await build.buildEvent({ society, category, title: 'Over', ...at(-50) });
    await build.buildEvent({ society, category, title: 'Ended', ...at(-3) });
    await build.buildEvent({ society, category, title: 'Off', cancelledAt: new Date() });
    await build.buildEvent({ society: closed, category, title: 'Closed', ...at(40) });
    const read = async (limit: number, token?: string): Promise<string[]> => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof test.call<typeof getRelatedEvents>>> = await test.call(
          getRelatedEvents,
          { event_id: String(event._id), limit, ...(cursor ? { cursor } : {}) },
          token,
        );
        seen.push(...page.data.map(({ Title }) => Title));
        cursor = page.next;
      } while (cursor);
      return seen;
    };
    for (const limit of [1, 2, 3, 4, 100]) expect(await read(limit)).toEqual(['Own soon', 'Own later', 'Alike soon', 'Alike later']);
    const member = await test.tokenFor(await build.buildMember(closed));
    expect(await read(2, member)).toEqual(['Own soon', 'Own later', 'Alike soon', 'Alike later', 'Closed'].toSorted(byTime));
  });

  const byTime = (a: string, b: string): number => times.indexOf(a) - times.indexOf(b);
  const times = ['Own soon', 'Own later', 'Alike soon', 'Alike later', 'Closed'];

  it('refuse the cursor of another list', async () => {
    const event = await build.buildEvent();
    const answer = await test.call(getRelatedEvents, { event_id: String(event._id), cursor: 'nonsense' });
    expect([answer.status, answer.error.fields]).toEqual([400, { cursor: 'This cursor is not valid' }]);
  });
});

describe('the calendar', () => {
  it('has every day with its count, first three events, and own attendance', async () => {
    const from = addDays(localOf(new Date(), zone).date, 300);
    const society = await build.buildSociety({ privacy: { visibility: 'private' } });
    const member = await build.buildMember(society);
    const plan = (title: string, day: number, time: string, more = {}) =>
      build.buildEvent({ society, title, startsAt: instantOf(addDays(from, day), time, zone), ...more });
    for (const [n, time] of ['00:00', '10:00', '12:00', '23:59'].entries()) await plan(`First ${n}`, 0, time);
    const second = await plan('Second', 1, '18:00');
    await plan('Off', 1, '09:00', { cancelledAt: new Date() });
    await plan('Gone', 1, '09:00', { removedAt: new Date() });
    await plan('Before', -1, '23:59');
    await plan('After', 3, '00:00');
    await build.buildAttendance({ event: second, user: member });
    const { data } = await test.call(getCalendar, { from, to: addDays(from, 2) }, await test.tokenFor(member));
    expect(data.map(({ date, count, events, going }) => [date, count, events.map(({ Title }) => Title), going])).toEqual([
      [from, 4, ['First 0', 'First 1', 'First 2'], false],
      [addDays(from, 1), 1, ['Second'], true],
      [addDays(from, 2), 0, [], false],
    ]);
    const visitor = await test.call(getCalendar, { from, to: addDays(from, 2) });
    expect(visitor.data.map(({ count, events, going }) => [count, events, going])).toEqual(Array(3).fill([0, [], false]));
  });

  it('has an event of several days on each of them, even where it began before the range', async () => {
    const from = addDays(localOf(new Date(), zone).date, 400);
    const society = await build.buildSociety();
    const plan = (title: string, day: number, time: string, last: number, endTime: string | null) =>
      build.buildEvent({ society, title, startsAt: instantOf(addDays(from, day), time, zone), endDate: addDays(from, last), endTime });
    await plan('Fair', -4, '10:00', 1, '16:00');
    await plan('Night', 1, '22:00', 2, '02:00');
    await plan('Gala', 1, '23:00', 2, '00:00');
    await plan('Camp', 2, '09:00', 9, null);
    await plan('Past', -9, '09:00', -1, '23:00');
    const member = await build.buildMember(society);
    await build.buildAttendance({ event: await plan('Trip', -1, '08:00', 0, '20:00'), user: member });
    const { data } = await test.call(getCalendar, { from, to: addDays(from, 3) }, await test.tokenFor(member));
    expect(data.map(({ count, events, going }) => [count, events.map(({ Title }) => Title), going])).toEqual([
      [2, ['Fair', 'Trip'], true],
      [3, ['Fair', 'Night', 'Gala'], false],
      [2, ['Night', 'Camp'], false],
      [1, ['Camp'], false],
    ]);
  });

  it.each([
    ['43 days', '2026-01-01', '2026-02-12', { to: 'Please choose at most 42 days' }],
    ['an end before its beginning', '2026-01-02', '2026-01-01', { to: 'This is not valid' }],
    ['an invalid day', '2026-02-30', '2026-03-05', { from: 'This is not valid' }],
    ['a year beyond all calendars', '9999-12-31', '9999-12-31', { from: 'This is not valid', to: 'This is not valid' }],
  ])('refuses %s', async (_name, from, to, fields) => {
    const answer = await test.call(getCalendar, { from, to });
    expect([answer.status, answer.error.fields]).toEqual([400, fields]);
  });

  it('accepts 42 days', async () => {
    expect((await test.call(getCalendar, { from: '2026-01-01', to: '2026-02-11' })).data).toHaveLength(42);
  });
});
