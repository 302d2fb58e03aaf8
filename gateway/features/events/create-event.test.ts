import { describe, expect, it } from 'vitest';
import { dayAhead, dispatchAll, setUpEventTests, zone } from '#gateway/testing/event-tests';
import { getActivityFeed } from '#models/contract/activity';
import { createEvent, eventCreated } from '#models/contract/event-changes';
import { getAllEvents, getEventInfo } from '#models/contract/events';
import { getSocietyInfo } from '#models/contract/societies';
import { Events } from '#models/db/events';
import { clearReadCache } from '#models/db/loader';
import { addDays, instantOf, localOf } from '#models/db/local-time';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Societies, type SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, insiders, managers, type TestRole, testRoles } from '#models/testing/test-roles';

const { test, log, adminOf } = setUpEventTests();

const today = () => dayAhead(0);
const plan = (society: SocietyDoc, over: object = {}) => ({
  society_id: String(society._id),
  title: 'Kite evening',
  description: 'Paper, string and a good wind.',
  category: 'Social',
  date: addDays(today(), 9),
  time: '18:00',
  location: 'The hill',
  ...over,
});

async function tokenOf(testRole: TestRole, society: SocietyDoc): Promise<string | undefined> {
  const user = await buildPersonInRole(testRole, society);
  return user ? test.tokenFor(user) : undefined;
}

describe('who may plan an event', () => {
  const settings = ['admins', 'moderators', 'all-members'] as const;
  const allowed = (setting: (typeof settings)[number], testRole: TestRole): boolean =>
    managers.includes(testRole) ||
    (setting !== 'admins' && testRole === 'moderator') ||
    (setting === 'all-members' && testRole === 'member');
  const cells = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
    settings.flatMap((whoCanCreateEvents) =>
      testRoles.map((testRole) => {
        const isVisible = visibility !== 'invite-only' || insiders.includes(testRole) || testRole === 'invited';
        const signedIn = testRole !== 'visitor' && testRole !== 'suspended';
        const status = !signedIn ? 401 : allowed(whoCanCreateEvents, testRole) ? 201 : isVisible ? 403 : 404;
        return { visibility, whoCanCreateEvents, testRole, status };
      }),
    ),
  );

  testCells(cells, ({ testRole, status }) => [testRole, status])(
    '$visibility, $whoCanCreateEvents: $testRole gets $status',
    async ({ visibility, whoCanCreateEvents, testRole, status }) => {
      const society = await build.buildSociety({ privacy: { visibility }, permissions: { whoCanCreateEvents } });
      const token = await tokenOf(testRole, society);
      expect((await test.call(createEvent, plan(society), token)).status).toBe(status);
      expect(await Events.countDocuments({ society: society._id })).toBe(status === 201 ? 1 : 0);
    },
  );
});

describe('a created event', () => {
  it('is stored completely and shown', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const date = addDays(today(), 30);
    const more = {
      end_date: addDays(date, 1),
      end_time: '09:30',
      max_attendees: 40,
      registration_required: true,
      tags: ['Free', 'Fun', 'Free'],
    };
    const link = { is_online: true, online_link: 'https://meet.example/1', image: '/uploads/0123456789abcdef01234567', location: '' };
    const { data: event_id } = await test.call(createEvent, plan(society, { date, ...more, ...link, title: '  Kite night  ' }), token);
    const { data } = await test.call(getEventInfo, { event_id }, token);
    expect(data).toMatchObject({
      ID: event_id,
      Title: 'Kite night',
      Date: date,
      Time: '18:00',
      End_Date: more.end_date,
      End_Time: '09:30',
      Location: '',
      Category: 'Social',
      Image: '/uploads/0123456789abcdef01234567',
      Organizer: society.name,
      User: String(society.creator),
      Society: { ID: String(society._id), Is_Admin: true },
      Is_Online: true,
      Online_Link: 'https://meet.example/1',
      Max_Attendees: 40,
      seats_left: 40,
      attendees: 0,
      interested: 0,
      shares: 0,
      Registration_Required: true,
      Tags: ['Free', 'Fun'],
      Status: 'upcoming',
      Cancel_Reason: '',
      Can: { edit: true, cancel: true, delete: true, attend: true, checkIn: true },
      version: 1,
    });
    const stored = await Events.findById(event_id).lean();
    expect(stored?.startsAt).toEqual(instantOf(date, '18:00', zone));
    expect((await test.call(getSocietyInfo, { society_id: String(society._id) })).data.Event_Count).toBe(1);
  });

  it.each([
    ['public', true, true],
    ['public', false, false],
    ['private', true, false],
    ['invite-only', true, false],
  ] as const)('in a %s society, events visible %s, is in the public list: %s', async (visibility, eventsVisible, open) => {
    const society = await build.buildSociety({ privacy: { visibility, eventsVisible } });
    const { data: event_id } = await test.call(createEvent, plan(society), await adminOf(society));
    expect((await Events.findById(event_id).lean())?.open).toBe(open);
    expect((await test.call(getEventInfo, { event_id })).status).toBe(open ? 200 : 404);
    const listed = await test.call(getAllEvents, { q: society.name });
    expect(listed.data.map(({ ID }) => ID)).toEqual(open ? [event_id] : []);
  });

  it('has empty texts for missing fields', async () => {
    const society = await build.buildSociety();
    const { data: event_id } = await test.call(
      createEvent,
      plan(society, { end_date: '', end_time: '', max_attendees: null }),
      await adminOf(society),
    );
    const { data } = await test.call(getEventInfo, { event_id });
    expect(data).toMatchObject({ End_Date: null, End_Time: null, Max_Attendees: null, seats_left: null, Tags: [], Online_Link: null });
  });
});

describe('invalid input', () => {
  const inTwoYears = (days: number): string => addDays(`${Number(today().slice(0, 4)) + 2}${today().slice(4)}`, days);
  const early = 'End time must be after start time';
  it.each([
    ['no title', { title: ' ' }, { title: 'Event title is required' }],
    ['a short title', { title: 'ab' }, { title: 'Event title must be at least 3 characters' }],
    ['a long title', { title: 'x'.repeat(121) }, { title: 'This is too long' }],
    ['no description', { description: '' }, { description: 'Description is required' }],
    ['a short description', { description: 'Too short' }, { description: 'Description must be at least 20 characters' }],
    ['no category', { category: '' }, { category: 'Category is required' }],
    ['an unknown category', { category: 'Nonsense' }, { category: 'Category is required' }],
    ['no date', { date: '' }, { date: 'Event date is required' }],
    ['an invalid date', { date: '2027-02-30' }, { date: 'This is not valid' }],
    ['no time', { time: undefined }, { time: 'Start time is required' }],
    ['an invalid time', { time: '24:00' }, { time: 'This is not valid' }],
    ['an end before its start', { end_time: '17:59' }, { end_time: early }],
    ['an end at its start', { end_time: '18:00' }, { end_time: early }],
    ['an end on an earlier day', { end_date: addDays(today(), 8), end_time: '19:00' }, { end_date: early }],
    ['an end before its start on the same day', { end_date: addDays(today(), 9), end_time: '10:00' }, { end_time: early }],
    ['no place', { location: ' ' }, { location: 'Location is required for in-person events' }],
    ['no link', { is_online: true }, { online_link: 'Online meeting link is required for virtual events' }],
    ['an invalid link', { is_online: true, online_link: 'javascript:alert(1)' }, { online_link: 'Please enter a valid website URL' }],
    ['no seat', { max_attendees: 0 }, { max_attendees: 'Enter a whole number from 1 to 1,000,000, or leave it empty' }],
    ['half a seat', { max_attendees: 1.5 }, { max_attendees: 'Enter a whole number from 1 to 1,000,000, or leave it empty' }],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, { tags: 'This is too long' }],
    ['yesterday', { date: dayAhead(-1) }, { date: 'An event cannot begin in the past' }],
    ['more than two years ahead', { date: inTwoYears(1) }, { date: 'An event can be planned up to two years ahead' }],
  ])('is refused: %s', async (_name, over, fields) => {
    const society = await build.buildSociety();
    const answer = await test.call(createEvent, plan(society, over), await adminOf(society));
    expect([answer.status, answer.error.code, answer.error.fields]).toEqual([400, 'validation_failed', fields]);
    expect(await Events.countDocuments({ society: society._id })).toBe(0);
  });

  it('a minute ago is the past; this minute and the last day of the two years are allowed', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const at = (minutes: number) => localOf(new Date(Date.now() + minutes * 60_000), zone);
    const statuses = [];
    for (const start of [at(-2), at(1), { date: inTwoYears(0), time: '00:00' }])
      statuses.push((await test.call(createEvent, plan(society, start), token)).status);
    expect(statuses).toEqual([400, 201, 201]);
  });

  it('is reported before a missing society', async () => {
    const society = await build.buildSociety({ privacy: { visibility: 'invite-only' } });
    const token = await test.tokenFor(await build.buildUser());
    expect((await test.call(createEvent, plan(society, { title: '' }), token)).status).toBe(400);
    expect((await test.call(createEvent, plan(society, { date: '2020-01-01' }), token)).status).toBe(400);
    expect((await test.call(createEvent, plan(society), token)).status).toBe(404);
  });
});

describe('a new event is announced', () => {
  it.each([
    ['public', ['events']],
    ['private', []],
  ] as const)('by a live message in a %s society, as a refetch gives it', async (visibility, more) => {
    const society = await build.buildSociety({ privacy: { visibility } });
    const token = await adminOf(society);
    await log.published();
    const link = { is_online: true, online_link: 'https://meet.example/secret' };
    const { data: event_id } = await test.call(createEvent, plan(society, link), token);
    const published = await log.published();
    const found = published.find(({ message }) => message === eventCreated.name);
    expect(found?.rooms).toEqual([`society:${society._id}`, ...more]);
    const {
      Society: _society,
      Online_Link,
      Faces: _faces,
      Standing: _standing,
      Can: _can,
      ...shared
    } = (await test.call(getEventInfo, { event_id }, token)).data;
    expect(found?.payload).toEqual(shared);
    expect(JSON.stringify(published)).not.toContain(Online_Link);
    expect(published.find(({ message }) => message === 'society:counts')?.payload).toMatchObject({ Event_Count: 1 });
  });

  it('by notifications to members, except its creator and people who muted it or have updates off', async () => {
    const society = await build.buildSociety({ permissions: { whoCanCreateEvents: 'all-members' } });
    const creator = await build.buildMember(society, 'member', { name: 'Lina' });
    const member = await build.buildMember(society);
    const muted = await build.buildMember(society, 'member', {
      preferences: { locale: null, mutedSocieties: [society._id], offTypes: [] },
    });
    const off = await build.buildMember(society, 'member', {
      notifications: { emailNotifications: true, pushNotifications: true, societyUpdates: false, eventReminders: true },
    });
    const outsider = await build.buildUser();
    const { data: event_id } = await test.call(createEvent, plan(society), await test.tokenFor(creator));
    for (let times = 0; times < 2; times++) await dispatchAll({ object: toId(event_id), verb: 'event.created' });
    const notified = await Notifications.find({ type: 'event_created', link: `/events/${event_id}` }).lean();
    expect(notified.map(({ user }) => String(user)).sort()).toEqual([String(member._id), String(society.creator)].sort());
    for (const { _id } of [muted, off, outsider]) expect(await Notifications.countDocuments({ user: _id })).toBe(0);
  });

  it.each([
    [true, ['event']],
    [false, []],
  ] as const)('in Recent Activity for non-members, where events are visible: %s', async (eventsVisible, types) => {
    const society = await build.buildSociety({ privacy: { eventsVisible: true } });
    const { data: event_id } = await test.call(createEvent, plan(society), await adminOf(society));
    await dispatchAll({ object: toId(event_id), verb: 'event.created' });
    await Societies.updateOne({ _id: society._id }, { $set: { 'privacy.eventsVisible': eventsVisible } });
    clearReadCache();
    const { data } = await test.call(getActivityFeed, { limit: 20 }, await test.tokenFor(await build.buildUser()));
    expect(data.filter(({ link }) => link === `/events/${event_id}`).map(({ type }) => type)).toEqual(types);
  });
});
