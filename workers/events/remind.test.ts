import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dayWords, timeWords } from '#models/bus/date-words';
import { type RecordDoc, recordActivity, refOf } from '#models/bus/records';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import type { Verb } from '#models/db/activities';
import { type EventDoc, Events } from '#models/db/events';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { buildAttendance, buildBlock, buildBookmark, buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch, dispatchDefaults } from '../activity/dispatch.js';
import { remind } from './remind.js';

const bus = setUpTestBus();
beforeEach(async () => {
  await Promise.all([Notifications.deleteMany({}), Events.deleteMany({})]);
  await bus.sent();
});

const hourMs = 3600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const of = (user: { _id: Id }): Promise<NotificationDoc[]> => Notifications.find({ user: user._id }).sort({ _id: 1 }).lean();
const load = async (event: EventDoc): Promise<EventDoc> => (await Events.findById(event._id).lean())!;

/** An event with an attendee. */
async function upcoming(
  hours: number,
  over: Partial<Omit<EventDoc, 'society'>> & { society?: SocietyDoc } = {},
): Promise<{ event: EventDoc; guest: UserDoc }> {
  const event = await buildEvent({ startsAt: inHours(hours), title: 'Night walk', ...over });
  const guest = await buildUser();
  await buildAttendance({ event, user: guest, state: 'going' });
  return { event, guest };
}

/** An admin's change of the event, with its record dispatched. */
async function change(verb: Verb, event: EventDoc, set: Partial<EventDoc>, params = {}): Promise<void> {
  const record: RecordDoc = await transaction(async (session) => {
    await Events.updateOne({ _id: event._id }, { $set: set }, { session });
    const { creator: actor, _id: object, society, open } = event;
    return recordActivity(session, { actor, verb, object, society, open, params });
  });
  await dispatch(refOf(record));
}

describe('reminders to attendees and people with a bookmark', () => {
  it('attendees are reminded a day and an hour before, live, once each', async () => {
    const { event, guest } = await upcoming(25);
    const bookmarker = await buildUser();
    await buildBookmark({ event, user: bookmarker });
    await buildBookmark({ event, user: guest });
    await remind();
    expect([await of(guest), await of(bookmarker)]).toEqual([[], []]);
    for (let i = 0; i < 2; i++) await remind(Date.now() + 2 * hourMs);
    for (const user of [guest, bookmarker])
      expect(await of(user)).toMatchObject([
        {
          type: 'event_reminder',
          actors: [],
          count: 0,
          unread: true,
          society: event.society,
          link: `/events/${event._id}`,
          why: 'attending',
        },
      ]);
    const sent = await bus.sentOf(notificationNew);
    expect(new Set(sent.flatMap(({ rooms }) => rooms))).toEqual(new Set([`user:${guest._id}`, `user:${bookmarker._id}`]));
    const { date, time } = event;
    const words = {
      title: 'Starting soon',
      message: `“Night walk” starts at ${timeWords(time, 'en')} on ${dayWords(date, 'en')}.`,
      params: { title: 'Night walk', date, time, startsAt: event.startsAt.toISOString() },
    };
    expect(sent[0]?.payload.notification).toMatchObject({ ...words, actors: [], count: 0 });
    for (let i = 0; i < 2; i++) await remind(Date.now() + 24.5 * hourMs);
    expect((await of(guest)).map(({ tellings }) => tellings)).toEqual([
      [`remind-${event._id}-${event.startsAt.getTime()}-24h`],
      [`remind-${event._id}-${event.startsAt.getTime()}-1h`],
    ]);
    for (const hours of [25.1, 26, 48]) await remind(Date.now() + hours * hourMs);
    expect(await of(guest)).toHaveLength(2);
  });

  it('only the last reminder is sent if less than an hour is left', async () => {
    const { event, guest } = await upcoming(0.5);
    await remind();
    expect((await of(guest)).map(({ tellings }) => tellings)).toEqual([[`remind-${event._id}-${event.startsAt.getTime()}-1h`]]);
  });

  it('reminders ignore blocks, and reach the organiser', async () => {
    const { event, guest } = await upcoming(20);
    await buildBlock({ from: event.creator, to: guest._id });
    await buildAttendance({ event, user: event.creator, state: 'going' });
    await remind();
    expect([(await of(guest)).length, (await of({ _id: event.creator })).length]).toEqual([1, 1]);
  });

  it('no reminder of a cancelled or removed event, or to people waiting or gone', async () => {
    const { event } = await upcoming(20);
    const [waiting, gone] = [await buildUser(), await buildUser()];
    await buildAttendance({ event, user: waiting, state: 'waiting' });
    await buildAttendance({ event, user: gone, state: 'none' });
    await buildBookmark({ event, user: gone, on: false });
    const guests = [(await upcoming(20, { cancelledAt: new Date() })).guest, (await upcoming(20, { removedAt: new Date() })).guest];
    await remind();
    for (const user of [waiting, gone, ...guests]) expect(await of(user)).toEqual([]);
  });

  const settings: [name: string, off: (guest: UserDoc, society: SocietyDoc) => Promise<unknown>][] = [
    ['own eventReminders', ({ _id }) => Users.updateOne({ _id }, { $set: { 'notifications.eventReminders': false } })],
    [
      "the society's eventReminders",
      (_guest, { _id }) => Societies.updateOne({ _id }, { $set: { 'notifications.eventReminders': false } }),
    ],
    ['the type', ({ _id }) => Users.updateOne({ _id }, { $set: { 'preferences.offTypes': ['event_reminder'] } })],
    ['society removed', (_guest, { _id }) => Societies.updateOne({ _id }, { $set: { removedAt: new Date() } })],
  ];
  it.each(settings)('no reminder if off: %s', async (_name, off) => {
    const society = await buildSociety();
    const { guest } = await upcoming(20, { society });
    await off(guest, society);
    await remind();
    expect(await of(guest)).toEqual([]);
  });

  it('only members are reminded of a hidden event', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const { event, guest } = await upcoming(20, { society });
    const member = await buildMember(society);
    await buildAttendance({ event, user: member, state: 'going' });
    await remind();
    expect([(await of(guest)).length, (await of(member)).length]).toEqual([0, 1]);
  });
});

describe('reminders are delivered once', () => {
  it('three concurrent workers remind everybody once', async () => {
    const { event, guest } = await upcoming(20);
    const others = await Promise.all(Array.from({ length: 20 }, () => buildUser()));
    for (const user of others) await buildAttendance({ event, user, state: 'going' });
    await Promise.all([1, 2, 3].map(() => remind()));
    for (const user of [guest, ...others]) expect((await of(user)).map(({ tellings }) => tellings.length)).toEqual([1]);
    expect((await load(event)).remindedFor24).toEqual(event.startsAt);
  });

  it('after a killed worker the remaining people are reminded', async () => {
    const { event, guest } = await upcoming(20);
    await remind();
    // Leave the state of a killed worker: some were notified, and no mark was set.
    await Events.updateOne({ _id: event._id }, { $set: { remindedFor24: null } });
    const second = await buildUser();
    await buildAttendance({ event, user: second, state: 'going' });
    await remind(Date.now(), { ...dispatchDefaults, batch: 1 });
    expect([await of(guest), await of(second)].map((notifications) => notifications.length)).toEqual([1, 1]);
    expect((await load(event)).remindedFor24).toEqual(event.startsAt);
  });

  it('reminders continue after an event that fails', async () => {
    const { event: broken } = await upcoming(19);
    // Make the event unreadable for the worker.
    await Events.collection.updateOne({ _id: broken._id }, { $set: { society: 'nothing' as never } });
    const { guest } = await upcoming(20);
    await expect(remind()).rejects.toThrow();
    expect(await of(guest)).toHaveLength(1);
  });
});

describe('reminders of a changed event', () => {
  it('a moved event is reminded of again; unread reminders of the old time are retracted', async () => {
    const { event, guest } = await upcoming(20);
    await remind();
    const [old] = await of(guest);
    await bus.sent();
    const startsAt = inHours(70);
    await change('event.updated', event, { startsAt, date: '2031-01-02' }, { changed: 'time' });
    expect((await of(guest)).map(({ type }) => type)).toEqual(['event_changed']);
    expect((await bus.sentOf(notificationRead)).map(({ payload }) => payload.notification_ids)).toEqual([[String(old?._id)]]);
    await remind();
    expect(await of(guest)).toHaveLength(1);
    await remind(Date.now() + 50 * hourMs);
    expect((await of(guest)).at(-1)).toMatchObject({
      tellings: [`remind-${event._id}-${startsAt.getTime()}-24h`],
      params: { date: '2031-01-02' },
    });
  });

  it('a new place keeps the reminder and sends no other', async () => {
    const { event, guest } = await upcoming(20);
    await remind();
    await change('event.updated', event, { location: 'The hill' }, { changed: 'place' });
    await remind();
    expect((await of(guest)).map(({ type }) => type).toSorted()).toEqual(['event_changed', 'event_reminder']);
  });

  it.each([
    ['event.cancelled', { cancelledAt: new Date() }, 'event_cancelled'],
    ['event.removed', { removedAt: new Date() }, 'event_removed'],
  ] as const)('after %s the unread reminder is retracted', async (verb, set, type) => {
    const { event, guest } = await upcoming(20);
    const reader = await buildUser();
    await buildAttendance({ event, user: reader, state: 'going' });
    await remind();
    await Notifications.updateOne({ user: reader._id }, { $unset: { unread: 1, open: 1 } });
    await change(verb, event, set);
    expect((await of(guest)).map((notification) => notification.type)).toEqual([type]);
    expect((await of(reader)).map((notification) => notification.type)).toEqual(['event_reminder', type]);
  });

  it('an event cancelled while its reminder is delivered is retracted', async () => {
    const { event, guest } = await upcoming(20);
    const insert = Notifications.collection.insertMany.bind(Notifications.collection);
    const spy = vi.spyOn(Notifications.collection, 'insertMany').mockImplementationOnce(async (...given) => {
      await Events.updateOne({ _id: event._id }, { $set: { cancelledAt: new Date() } });
      return insert(...given);
    });
    await remind();
    expect(spy).toHaveBeenCalledOnce();
    spy.mockRestore();
    expect(await bus.sentOf(notificationNew)).toHaveLength(1);
    expect(await of(guest)).toEqual([]);
    expect((await load(event)).remindedFor24 ?? null).toBeNull();
  });
});
