import { beforeEach, describe, expect, it } from 'vitest';
import { dayAhead, dispatchAll, setUpEventTests, zone } from '#gateway/testing/event-tests';
import { toggleAttendance } from '#models/contract/attendance';
import type { InputOf } from '#models/contract/define';
import { cancelEvent, deleteEvent, eventRemoved, eventUpdated, updateEvent } from '#models/contract/event-changes';
import { getEventInfo, getEventsBySociety } from '#models/contract/events';
import { getSocietyInfo } from '#models/contract/societies';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import { instantOf } from '#models/db/local-time';
import { type Id, newId, toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Societies } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, managers, type TestRole, testRoles } from '#models/testing/test-roles';

const { test, log, adminOf } = setUpEventTests();

const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
const description = 'Paper, string and a good wind.';

/** Dispatches every record of an event. */
const follow = (event: Id): Promise<void> => dispatchAll({ object: event });
const notificationsOf = async (user: { _id: Id }) =>
  (await Notifications.find({ user: user._id }).lean()).map(({ type, params }) => [type, params]);

describe('who may change and delete an event', () => {
  const organisers: readonly TestRole[] = [...managers, 'moderator'];
  const table = (['public', 'private'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => {
      const signedIn = testRole !== 'visitor' && testRole !== 'suspended';
      const sees = visibility === 'public' || organisers.includes(testRole) || testRole === 'member';
      const status = (may: boolean) => (!signedIn ? 401 : may ? 200 : sees ? 403 : 404);
      return { visibility, testRole, edits: status(organisers.includes(testRole)), deletes: status(managers.includes(testRole)) };
    }),
  );

  testCells(table, ({ testRole, edits, deletes }) => [testRole, edits, deletes])(
    '$visibility: $testRole gets $edits for a change and $deletes for a deletion',
    async ({ visibility, testRole, edits, deletes }) => {
      const society = await build.buildSociety({ privacy: { visibility } });
      const event_id = String((await build.buildEvent({ society }))._id);
      const user = await buildPersonInRole(testRole, society);
      const token = user ? await test.tokenFor(user) : undefined;
      expect((await test.call(updateEvent, { event_id, title: 'Another' }, token)).status).toBe(edits);
      expect((await test.call(cancelEvent, { event_id }, token)).status).toBe(edits);
      const deleted = await test.call(deleteEvent, { event_id }, token);
      expect(deleted.status).toBe(deletes);
      if (deletes >= 400) expect(deleted.error.error_message).not.toBe('');
      const stored = await Events.findById(event_id).lean();
      expect([stored?.title === 'Another', stored?.cancelledAt !== null, stored?.removedAt !== null]).toEqual([
        edits === 200,
        edits === 200,
        deletes === 200,
      ]);
    },
  );

  it('its creator may do both while a member, even without a role', async () => {
    const society = await build.buildSociety({ privacy: { visibility: 'private' } });
    const creator = await build.buildMember(society);
    const event_id = String((await build.buildEvent({ society, creator }))._id);
    const token = await test.tokenFor(creator);
    const statuses = [];
    for (const call of [updateEvent, cancelEvent, deleteEvent]) statuses.push((await test.call(call, { event_id }, token)).status);
    expect(statuses).toEqual([200, 200, 200]);
  });

  it.each([updateEvent, cancelEvent, deleteEvent])('nobody may change a missing event: $name', async (call) => {
    const token = await test.tokenFor(await build.buildUser({ role: 'admin' }));
    const gone = await build.buildEvent({ removedAt: new Date() });
    for (const event_id of [String(newId()), String(gone._id)]) expect((await test.call(call, { event_id }, token)).status).toBe(404);
  });
});

describe('a change of an event', () => {
  it('keeps absent fields, increments the version, and returns the same as a refetch', async () => {
    const event = await build.buildEvent({ title: 'Kites', seats: 8, tags: ['Free'], endTime: '23:00', image: '/a.png' });
    const token = await adminOf(event);
    const event_id = String(event._id);
    const change = { event_id, title: 'Kites and wind', date: dayAhead(20), time: '17:30', end_time: '', registration_required: true };
    const { data } = await test.call(updateEvent, change, token);
    expect(data).toMatchObject({
      Title: 'Kites and wind',
      Date: change.date,
      Time: '17:30',
      End_Time: null,
      Max_Attendees: 8,
      Tags: ['Free'],
      Image: '/a.png',
      Location: event.location,
      Registration_Required: true,
      version: 2,
    });
    expect(data).toEqual((await test.call(getEventInfo, { event_id }, token)).data);
    const stored = await Events.findById(event._id).lean();
    expect([stored?.startsAt, stored?.titleFolded]).toEqual([instantOf(change.date, '17:30', zone), 'kites and wind']);
  });

  it('without a difference writes nothing', async () => {
    const event = await build.buildEvent({ tags: ['Free'] });
    const { title, date, time, location, seats } = event;
    const same = { event_id: String(event._id), title, date, time, location, max_attendees: seats, tags: ['Free'] };
    const before = await Events.findById(event._id).lean();
    expect((await test.call(updateEvent, { ...same, title: 'Event title' }, await adminOf(event))).data.version).toBe(2);
    expect((await test.call(updateEvent, { ...same, title: 'Event title' }, await adminOf(event))).data).toMatchObject({ version: 2 });
    expect((await Events.findById(event._id).lean())?.rev).toBe((before?.rev ?? 0) + 1);
    expect(await Activities.countDocuments({ object: event._id })).toBe(1);
  });

  it.each([
    ['an empty title', { title: ' ' }, { title: 'Event title is required' }],
    ['a start in the past', { date: dayAhead(-1) }, { date: 'An event cannot begin in the past' }],
    ['a start too far ahead', { date: dayAhead(800) }, { date: 'An event can be planned up to two years ahead' }],
    ['an end before the start that stays', { end_time: '00:00' }, { end_time: 'End time must be after start time' }],
    ['no place', { location: '' }, { location: 'Location is required for in-person events' }],
    ['online without a link', { is_online: true }, { online_link: 'Online meeting link is required for virtual events' }],
    ['no seats', { max_attendees: 0 }, { max_attendees: 'Enter a whole number from 1 to 1,000,000, or leave it empty' }],
  ])('is refused: %s', async (_name, change, fields) => {
    const event = await build.buildEvent({ date: dayAhead(5), time: '18:00' });
    const answer = await test.call(updateEvent, { event_id: String(event._id), ...change }, await adminOf(event));
    expect([answer.status, answer.error.fields]).toEqual([400, fields]);
    expect(await Events.findById(event._id).lean()).toMatchObject({ version: 1, rev: 0 });
  });

  it('of a past event may correct its text while its date is sent unchanged', async () => {
    const event = await build.buildEvent({ startsAt: inHours(-100) });
    const change = { event_id: String(event._id), description, date: event.date, time: event.time };
    expect((await test.call(updateEvent, change, await adminOf(event))).data).toMatchObject({
      Description: description,
      Status: 'completed',
    });
  });

  it.each(['public', 'private'] as const)('is published in a %s society, as a refetch gives it, without the link', async (visibility) => {
    const society = await build.buildSociety({ privacy: { visibility } });
    const event = await build.buildEvent({ society });
    const event_id = String(event._id);
    const token = await adminOf(society);
    await log.published();
    await test.call(updateEvent, { event_id, is_online: true, online_link: 'https://meet.example/secret' }, token);
    const published = await log.published();
    const seen = (await test.call(getEventInfo, { event_id }, token)).data;
    const { Society: _s, Online_Link, Faces: _f, Standing: _own, Can: _c, ...shared } = seen;
    expect(published.map(({ message, rooms, payload }) => [message, rooms, payload])).toEqual([
      [eventUpdated.name, [`society:${society._id}`, ...(visibility === 'public' ? ['events'] : []), `event:${event_id}`], shared],
    ]);
    expect(JSON.stringify(published)).not.toContain(Online_Link);
  });
});

describe('a change of seats', () => {
  async function queue(seats: number, going: number, waiting: number) {
    const event = await build.buildEvent({ seats });
    for (let n = 0; n < going; n++) await build.buildAttendance({ event });
    const users: { _id: Id }[] = [];
    for (let n = 0; n < waiting; n++) {
      const user = await build.buildUser();
      users.push(user);
      await build.buildAttendance({ event, user, state: 'waiting', at: new Date(Date.now() - 100_000 + n) });
    }
    const states = async () => {
      const found = await Attendances.find({ event: event._id, user: { $in: users.map(({ _id }) => _id) } }).lean();
      return users.map(({ _id }) => found.find(({ user }) => user.equals(_id))?.state);
    };
    const set = async (max_attendees: number | null) =>
      (await test.call(updateEvent, { event_id: String(event._id), max_attendees }, await adminOf(event))).data;
    return { event, users, states, set };
  }

  it('gives added seats to waiting people, in order, within the same call', async () => {
    const { set, states, users } = await queue(2, 2, 4);
    await log.published();
    expect(await set(4)).toMatchObject({ Max_Attendees: 4, attendees: 4, seats_left: 0 });
    expect(await states()).toEqual(['going', 'going', 'waiting', 'waiting']);
    const moved = (await log.published()).filter(({ message }) => message === 'attendance:changed');
    expect(moved.map(({ rooms }) => rooms[0]).sort()).toEqual(
      users
        .slice(0, 2)
        .map(({ _id }) => `user:${_id}`)
        .sort(),
    );
  });

  it('leaves surplus seats free', async () => {
    const { set, states } = await queue(1, 1, 1);
    expect(await set(5)).toMatchObject({ attendees: 2, seats_left: 3 });
    expect(await states()).toEqual(['going']);
  });

  it('to no limit lets everybody in', async () => {
    const { set, states } = await queue(1, 1, 3);
    expect(await set(null)).toMatchObject({ Max_Attendees: null, attendees: 4, seats_left: null });
    expect(await states()).toEqual(['going', 'going', 'going']);
  });

  it('to fewer than the attendees removes nobody, and lets nobody in', async () => {
    const { set, states } = await queue(3, 3, 1);
    expect(await set(2)).toMatchObject({ Max_Attendees: 2, attendees: 3, seats_left: 0 });
    expect(await states()).toEqual(['waiting']);
    expect(await set(3)).toMatchObject({ attendees: 3, seats_left: 0 });
    expect(await set(4)).toMatchObject({ attendees: 4, seats_left: 0 });
    expect(await states()).toEqual(['going']);
  });

  it('of a cancelled event gives no seat', async () => {
    const { event, set, states } = await queue(1, 1, 1);
    await Events.updateOne({ _id: event._id }, { $set: { cancelledAt: new Date() } });
    expect(await set(3)).toMatchObject({ attendees: 1, seats_left: 2 });
    expect(await states()).toEqual(['waiting']);
  });

  it('by two people at once ends in one of the two numbers, with its seats', async () => {
    const { event, set, states } = await queue(1, 1, 4);
    await Promise.all([set(3), set(4)]);
    const stored = await Events.findById(event._id).lean();
    const going = (await states()).filter((state) => state === 'going').length + 1;
    expect(stored).toMatchObject({ attendees: going, seatsLeft: Math.max(0, (stored?.seats ?? 0) - going), version: 3 });
    expect(going).toBeGreaterThanOrEqual(stored?.seats ?? 0);
    expect(going).toBeLessThanOrEqual(4);
  });
});

it('seats are assigned correctly while many attend and the limit changes', async () => {
  const event = await build.buildEvent({ seats: 2 });
  const event_id = String(event._id);
  const tokens = await Promise.all(Array.from({ length: 12 }, async () => test.tokenFor(await build.buildUser())));
  const organiser = await adminOf(event);
  const asked = tokens.map((token) => test.callWithRetry(toggleAttendance, { event_id, status: 'waiting' }, token));
  const set = [4, 6].map((max_attendees) => test.callWithRetry(updateEvent, { event_id, max_attendees }, organiser));
  expect((await Promise.all([...asked, ...set])).map(({ status }) => status)).toEqual(Array(14).fill(200));
  const { data } = await test.call(updateEvent, { event_id, max_attendees: 6 }, organiser);
  expect(data).toMatchObject({ Max_Attendees: 6, attendees: 6, seats_left: 0 });
  const count = (state: 'going' | 'waiting') => Attendances.countDocuments({ event: event._id, state });
  expect([await count('going'), await count('waiting')]).toEqual([6, 6]);
});

describe('notifications about a changed event', () => {
  let event: Awaited<ReturnType<typeof build.buildEvent>>;
  let people: Record<'goer' | 'waiter' | 'fan' | 'left' | 'member', { _id: Id }>;
  let token: string;
  beforeEach(async () => {
    const society = await build.buildSociety();
    event = await build.buildEvent({ society, title: 'Kites', seats: 3 });
    const silent = { emailNotifications: false, pushNotifications: false, societyUpdates: false, eventReminders: false };
    const preferences = { locale: null, mutedSocieties: [society._id], offTypes: ['event_changed', 'event_cancelled', 'event_removed'] };
    const user = () => build.buildUser({ notifications: silent, preferences } as never);
    people = { goer: await user(), waiter: await user(), fan: await user(), left: await user(), member: await build.buildMember(society) };
    await build.buildAttendance({ event, user: people.goer });
    await build.buildBookmark({ event, user: people.goer });
    await build.buildAttendance({ event, user: people.waiter, state: 'waiting' });
    await build.buildBookmark({ event, user: people.fan });
    await build.buildAttendance({ event, user: people.left, state: 'none' });
    await build.buildBookmark({ event, user: people.left, on: false });
    await build.buildAttendance({ event, user: event.creator });
    token = await adminOf(society);
  });
  const ask = <C extends typeof updateEvent | typeof cancelEvent | typeof deleteEvent>(call: C, more: Partial<InputOf<C>> = {}) =>
    test.call(call, { event_id: String(event._id), ...more } as never, token);
  const notificationsByPerson = async (): Promise<Record<string, Awaited<ReturnType<typeof notificationsOf>>>> => {
    const notes = await Promise.all(Object.entries(people).map(async ([who, user]) => [who, await notificationsOf(user)] as const));
    return Object.fromEntries(notes);
  };

  it.each([
    ['a new day', { date: dayAhead(40) }],
    ['a new hour', { time: '06:15' }],
    ['a new end', { end_date: dayAhead(30) }],
    ['a new place', { location: 'The other hill' }],
    ['a new link', { is_online: true, online_link: 'https://meet.example/1' }],
  ])('%s notifies attendees, waiting people and bookmarkers once, also with all types off', async (_name, change) => {
    await ask(updateEvent, change);
    await follow(event._id);
    await follow(event._id);
    const { date, time } = { ...event, ...change };
    const note = [['event_changed', { title: 'Kites', date, time }]];
    expect(await notificationsByPerson()).toEqual({ goer: note, waiter: note, fan: note, left: [], member: [] });
    expect(await notificationsOf({ _id: event.creator })).toEqual([]);
  });

  it('changed text notifies nobody', async () => {
    await ask(updateEvent, { title: 'Big kites', description, tags: ['Fun'], category: 'Social' });
    await follow(event._id);
    expect(Object.values(await notificationsByPerson()).flat()).toEqual([]);
  });

  it('a cancellation notifies once, with the reason', async () => {
    expect((await ask(cancelEvent, { reason: ' Rain ' })).data).toMatchObject({
      Status: 'cancelled',
      Cancel_Reason: 'Rain',
      Can: { cancel: false, attend: false },
      version: 2,
    });
    expect((await ask(cancelEvent, { reason: 'Snow' })).data).toMatchObject({ Status: 'cancelled', Cancel_Reason: 'Rain', version: 2 });
    await follow(event._id);
    const note = [['event_cancelled', { title: 'Kites', reason: 'Rain' }]];
    expect(await notificationsByPerson()).toEqual({ goer: note, waiter: note, fan: note, left: [], member: [] });
    expect(await Activities.countDocuments({ object: event._id })).toBe(1);
  });

  it('a deletion notifies, and retracts earlier notifications of the event', async () => {
    await ask(updateEvent, { time: '06:15' });
    await follow(event._id);
    await ask(deleteEvent);
    await follow(event._id);
    const note = [['event_removed', { title: 'Kites' }]];
    expect(await notificationsByPerson()).toEqual({ goer: note, waiter: note, fan: note, left: [], member: [] });
  });

  it('people who may no longer see the event get nothing', async () => {
    await build.buildMembership({ society: event.society, user: people.fan });
    await Societies.updateOne({ _id: event.society }, { $set: { 'privacy.eventsVisible': false } });
    await ask(cancelEvent);
    await follow(event._id);
    expect(Object.entries(await notificationsByPerson()).map(([who, notes]) => [who, notes.length])).toEqual([
      ['goer', 0],
      ['waiter', 0],
      ['fan', 1],
      ['left', 0],
      ['member', 0],
    ]);
  });

  it('nobody is notified about a past event', async () => {
    await Events.updateOne({ _id: event._id }, { $set: { startsAt: inHours(-3), endsAt: inHours(-1), date: dayAhead(0) } });
    expect((await ask(cancelEvent)).error).toMatchObject({ code: 'event_over' });
    expect((await ask(updateEvent, { location: 'The other hill' })).status).toBe(200);
    expect((await ask(deleteEvent)).status).toBe(200);
    await follow(event._id);
    expect(Object.values(await notificationsByPerson()).flat()).toEqual([]);
  });
});

describe('a deleted event', () => {
  it('disappears everywhere, is subtracted once, and is published', async () => {
    const society = await build.buildSociety();
    const event = await build.buildEvent({ society });
    const event_id = String(event._id);
    const society_id = String(society._id);
    const token = await adminOf(society);
    await log.published();
    const answers = await Promise.all(Array.from({ length: 5 }, () => test.call(deleteEvent, { event_id }, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    const info = (await test.call(getSocietyInfo, { society_id })).data;
    expect(answers.find(({ status }) => status === 200)?.data).toEqual({ event_id, society_id, Event_Count: 0, rev: info.rev });
    const published = await log.published();
    expect(published.find(({ message }) => message === eventRemoved.name)).toMatchObject({
      rooms: [`society:${society_id}`, 'events', `event:${event_id}`],
      payload: { event_id, society_id },
    });
    expect(published.find(({ message }) => message === 'society:counts')?.payload).toMatchObject({ Event_Count: 0, rev: info.rev });
    expect((await test.call(getEventInfo, { event_id }, token)).status).toBe(404);
    expect((await test.call(getEventsBySociety, { society_id }, token)).data).toEqual([]);
    expect((await Events.findById(toId(event_id)).lean())?.removedAt).not.toBeNull();
  });
});
