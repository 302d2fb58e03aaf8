import { describe, expect, it } from 'vitest';
import { dispatchDue } from '#gateway/testing/event-tests';
import { setUpTestApp } from '#gateway/testing/test-app';
import { type Attendance, getUserStatus, toggleAttendance } from '#models/contract/attendance';
import { updateEvent } from '#models/contract/event-changes';
import { getEventInfo } from '#models/contract/events';
import { Attendances } from '#models/db/attendances';
import { type EventDoc, Events } from '#models/db/events';
import { localOf } from '#models/db/local-time';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { buildAttendance, buildEvent, buildSociety, buildUser } from '#models/testing/builders';
import { lapseOffers } from '#workers/events/lapse-offers';

const test = setUpTestApp();
const hour = 3_600_000;

/** A time zone in which it is about this hour; about noon offers begin at once. */
function zoneAt(hour: number): string {
  const ahead = hour - new Date().getUTCHours() + (hour === 0 && new Date().getUTCHours() > 12 ? 24 : 0);
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** A full event that offers its free seats, with one person going and people who wait in order. */
async function full({ waiting = 2, startsIn = 48 * hour, ...over }: { waiting?: number; startsIn?: number } & Partial<EventDoc> = {}) {
  const startsAt = new Date(Date.now() + startsIn);
  const times = { startsAt, endsAt: new Date(startsAt.getTime() + hour) };
  const society = await buildSociety();
  const event = await buildEvent({ ...times, society, seats: 1, seatsLeft: 1, offerZone: zoneAt(12), ...over });
  const event_id = String(event._id);
  const person = async (state: 'going' | 'waiting', n = 0) => {
    const { user } = await buildAttendance({ event, state, at: new Date(Date.now() - hour + n * 1000) });
    const token = await test.tokenFor({ _id: user });
    const set = (status: Attendance) => test.call(toggleAttendance, { event_id, status }, token);
    const status = async () => (await test.call(getUserStatus, { event_id }, token)).data;
    return { user, set, status };
  };
  const goer = await person('going');
  const queue = [];
  for (let n = 0; n < waiting; n++) queue.push(await person('waiting', n));
  const stats = async () => {
    const { attendees, seatsLeft } = (await Events.findById(event._id).lean())!;
    return { attendees, seatsLeft };
  };
  const organizer = () => test.tokenFor({ _id: society.creator });
  return { event, goer, queue, stats, organizer };
}
/** Lets an offer's time pass. */
const pass = (event: EventDoc, user: Id) => Attendances.updateOne({ event: event._id, user }, { offeredUntil: new Date(Date.now() - 1) });

describe('a seat that becomes free', () => {
  it('is offered to the first in line for two hours, and is held', async () => {
    const { event, goer, queue, stats } = await full();
    await goer.set('not_attending');
    const { attendance, offered_until } = await queue[0]!.status();
    expect(attendance).toBe('waiting');
    expect(Math.abs(Date.parse(offered_until ?? '') - Date.now() - 2 * hour)).toBeLessThan(60_000);
    expect(await queue[1]!.status()).not.toHaveProperty('offered_until');
    expect(await stats()).toEqual({ attendees: 0, seatsLeft: 0 });
    const other = await test.tokenFor(await buildUser());
    expect((await test.call(toggleAttendance, { event_id: String(event._id), status: 'attending' }, other)).error.code).toBe('event_full');
    expect((await queue[1]!.set('attending')).error.code).toBe('event_full');
  });

  it('is taken in a press', async () => {
    const { goer, queue, stats } = await full();
    await goer.set('not_attending');
    expect((await queue[0]!.set('attending')).data).toMatchObject({ attendance: 'attending', attendees: 1, seats_left: 0 });
    expect(await queue[0]!.status()).not.toHaveProperty('offered_until');
    expect(await stats()).toEqual({ attendees: 1, seatsLeft: 0 });
  });

  it('is offered to the next when it is declined, or not taken', async () => {
    const { event, goer, queue, stats } = await full();
    await goer.set('not_attending');
    await queue[0]!.set('not_attending');
    expect((await queue[1]!.status()).offered_until).toBeDefined();
    await pass(event, queue[1]!.user);
    expect((await queue[1]!.set('attending')).error.code).toBe('offer_over');
    await lapseOffers();
    expect((await queue[1]!.status()).attendance).toBe('not_attending');
    expect(await stats()).toEqual({ attendees: 0, seatsLeft: 1 });
  });

  it('moves on once, by however many workers', async () => {
    const { event, goer, queue } = await full({ waiting: 3 });
    await goer.set('not_attending');
    await pass(event, queue[0]!.user);
    await Promise.all([lapseOffers(), lapseOffers(), lapseOffers()]);
    const states = await Promise.all(queue.map(async ({ status }) => Boolean((await status()).offered_until)));
    expect(states).toEqual([false, true, false]);
  });

  it('is offered by night, with two hours from eight in the morning', async () => {
    const midnight = zoneAt(0);
    const { goer, queue } = await full({ offerZone: midnight });
    await goer.set('not_attending');
    const { offered_until } = await queue[0]!.status();
    expect(localOf(new Date(offered_until!), midnight).time).toBe('10:00');
  });

  it('is no longer held after the offer of an event that was cancelled or removed, where people go on waiting', async () => {
    for (const over of [{ cancelledAt: new Date() }, { removedAt: new Date() }]) {
      const { event, goer, queue, stats } = await full();
      await goer.set('not_attending');
      await Events.updateOne({ _id: event._id }, over);
      await pass(event, queue[0]!.user);
      await lapseOffers();
      const found = await Attendances.findOne({ event: event._id, user: queue[0]!.user }).lean();
      expect(found).toMatchObject({ state: 'waiting' });
      expect(found).not.toHaveProperty('offeredUntil');
      expect(await stats()).toEqual({ attendees: 0, seatsLeft: 1 });
    }
  });

  it('is given at once in the last six hours, and where the event does not offer its seats', async () => {
    for (const over of [{ startsIn: 5 * hour }, { offerZone: null }]) {
      const { goer, queue } = await full(over);
      await goer.set('not_attending');
      expect(await queue[0]!.status()).toMatchObject({ attendance: 'attending' });
    }
  });

  it('notifies the person to whom it is offered, until the offer ends', async () => {
    const { event, goer, queue } = await full();
    await goer.set('not_attending');
    await dispatchDue(event.society);
    const [notification] = await Notifications.find({ user: queue[0]!.user }).lean();
    expect(notification).toMatchObject({ type: 'seat_offered', params: { title: event.title }, link: `/events/${event._id}` });
    await queue[0]!.set('not_attending');
    await dispatchDue(event.society);
    expect(await Notifications.countDocuments({ user: queue[0]!.user })).toBe(0);
  });

  it('is never sold twice, whoever presses at once', async () => {
    const { event, goer, queue, stats } = await full({ waiting: 20 });
    await goer.set('not_attending');
    const strangers = await Promise.all(Array.from({ length: 20 }, async () => test.tokenFor(await buildUser())));
    const event_id = String(event._id);
    await Promise.all([
      ...queue.map(({ set }) => set('attending')),
      ...strangers.map((token) => test.call(toggleAttendance, { event_id, status: 'attending' }, token)),
    ]);
    expect((await queue[0]!.status()).attendance).toBe('attending');
    expect(await stats()).toEqual({ attendees: 1, seatsLeft: 0 });
    expect(await Attendances.countDocuments({ event: event._id, state: 'going' })).toBe(1);
  });
});

describe('the option', () => {
  it('is off by default, and is set by organizers', async () => {
    const { event, organizer } = await full({ offerZone: null });
    const token = await organizer();
    const plain = await test.call(getEventInfo, { event_id: String((await buildEvent())._id) });
    expect(plain.data).not.toHaveProperty('Offer_Seats');
    const read = async () => (await test.call(getEventInfo, { event_id: String(event._id) }, token)).data.Offer_Seats;
    expect(await read()).toBe(false);
    await test.call(updateEvent, { event_id: String(event._id), offer_seats: true }, token);
    expect(await read()).toBe(true);
  });

  it('gives a seat to everyone who waits, also with an offer, once there is no limit', async () => {
    const { event, goer, queue, organizer } = await full();
    await goer.set('not_attending');
    await test.call(updateEvent, { event_id: String(event._id), max_attendees: null }, await organizer());
    expect(await Promise.all(queue.map(async ({ status }) => (await status()).attendance))).toEqual(['attending', 'attending']);
  });
});
