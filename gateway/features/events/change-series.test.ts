import { beforeEach, describe, expect, it } from 'vitest';
import { dispatchDue, setUpEventTests, zone } from '#gateway/testing/event-tests';
import { dayWords, timeWords } from '#models/bus/date-words';
import { cancelEvent, eventUpdated, updateEvent } from '#models/contract/event-changes';
import { cancelSeries, getSeries, updateSeries } from '#models/contract/event-series';
import { getEventInfo } from '#models/contract/events';
import { getNotifications } from '#models/contract/notifications';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import type { EventSeriesDoc } from '#models/db/event-series';
import { type EventDoc, Events } from '#models/db/events';
import { addDays, instantOf } from '#models/db/local-time';
import { Memberships } from '#models/db/memberships';
import { newId } from '#models/db/model';
import { type UserDoc, Users } from '#models/db/users';
import { writeBarrier } from '#models/db/write-barrier';
import * as build from '#models/testing/builders';

const { test, log, adminOf } = setUpEventTests();

const weekMs = 7 * 24 * 3_600_000;
let series: EventSeriesDoc;
let meetings: EventDoc[];
let token: string;
const at = (place: number): EventDoc => {
  const found = meetings[place];
  if (!found) throw new Error(`There is no meeting ${place}.`);
  return found;
};
const idAt = (place: number): string => String(at(place)._id);

/** A weekly series of six meetings, the first of which is over. */
beforeEach(async () => {
  series = await build.buildEventSeries({ society: await build.buildSociety() });
  meetings = [];
  for (let seriesIndex = 0; seriesIndex < 6; seriesIndex++)
    meetings.push(
      await build.buildMeeting(series, { seriesIndex, title: 'Kites', startsAt: new Date(Date.now() + (seriesIndex - 0.5) * weekMs) }),
    );
  token = await adminOf(series);
});

const stored = () => Events.find({ series: series._id }).sort({ seriesIndex: 1 }).lean();
const placesOf = (ids: readonly string[]): number[] => ids.map((id) => meetings.findIndex(({ _id }) => String(_id) === id));
const notified = async (user: UserDoc) => (await test.call(getNotifications, {}, await test.tokenFor(user))).data;

describe('a change of the following meetings', () => {
  it('leaves earlier and past ones, and those that were changed or cancelled on their own', async () => {
    await test.call(updateEvent, { event_id: idAt(3), location: 'The valley' }, token);
    await test.call(cancelEvent, { event_id: idAt(4), reason: 'Rain' }, token);
    const { status, data } = await test.call(updateSeries, { event_id: idAt(2), scope: 'following', location: 'The beach' }, token);
    expect([status, placesOf(data.meetings.map(({ ID }) => ID)), placesOf(data.left)]).toEqual([200, [2, 5], [3]]);
    expect((await stored()).map(({ location }) => location)).toEqual([
      'Main hall',
      'Main hall',
      'The beach',
      'The valley',
      'Main hall',
      'The beach',
    ]);
    expect(data.meetings[1]).toEqual((await test.call(getEventInfo, { event_id: idAt(5) }, token)).data);
  });

  it('of all reaches every one that has not begun, from whichever is named', async () => {
    const { data } = await test.call(updateSeries, { event_id: idAt(4), scope: 'all', title: 'Big kites', max_attendees: 9 }, token);
    expect(placesOf(data.meetings.map(({ ID }) => ID))).toEqual([1, 2, 3, 4, 5]);
    expect((await stored()).map(({ title, seatsLeft, version }) => [title, seatsLeft, version])).toEqual([
      ['Kites', null, 1],
      ...Array.from({ length: 5 }, () => ['Big kites', 9, 2]),
    ]);
  });

  it('reaches the named one although it was changed on its own; a change back is a change', async () => {
    await test.call(updateEvent, { event_id: idAt(3), title: 'Another' }, token);
    await test.call(updateEvent, { event_id: idAt(3), title: 'Kites' }, token);
    const listed = (await test.call(getSeries, { event_id: idAt(0) })).data;
    expect(listed.map(({ Series }) => Series.Changed)).toEqual([false, false, false, true, false, false]);
    const { data } = await test.call(updateSeries, { event_id: idAt(3), scope: 'following', location: 'The beach' }, token);
    expect(placesOf(data.meetings.map(({ ID }) => ID))).toEqual([3, 4, 5]);
  });

  it('of the date moves each by as many days, with its end, and the new hour is local', async () => {
    for (const { _id, date } of meetings.slice(4)) await Events.updateOne({ _id }, { $set: { endDate: date } });
    const change = { event_id: idAt(2), scope: 'following', date: addDays(at(2).date, 2), time: '17:30' } as const;
    expect((await test.call(updateSeries, change, token)).status).toBe(200);
    const now = await stored();
    expect(now.slice(0, 2).map(({ date }) => date)).toEqual(meetings.slice(0, 2).map(({ date }) => date));
    for (const place of [2, 3, 4, 5]) {
      const date = addDays(at(place).date, 2);
      expect(now[place]).toMatchObject({ date, time: '17:30', startsAt: instantOf(date, '17:30', zone), endDate: place > 3 ? date : null });
    }
    const ended = { event_id: idAt(4), scope: 'following', end_date: addDays(at(4).date, 5) } as const;
    await test.call(updateSeries, ended, token);
    expect((await stored()).map(({ date, endDate }) => endDate && [date, endDate])).toEqual([
      ...[null, null, null, null],
      ...[4, 5].map((place) => [addDays(at(place).date, 2), addDays(at(place).date, 5)]),
    ]);
  });

  it('that does not fit one meeting changes none', async () => {
    const change = { event_id: idAt(5), scope: 'all', date: addDays(at(5).date, -21) } as const;
    const { status, error } = await test.call(updateSeries, change, token);
    expect([status, error.fields]).toEqual([400, { date: 'An event cannot begin in the past' }]);
    expect((await stored()).map(({ date, version }) => [date, version])).toEqual(meetings.map(({ date }) => [date, 1]));
  });

  it('without a difference writes nothing', async () => {
    const { data } = await test.call(updateSeries, { event_id: idAt(1), scope: 'all', title: 'Kites' }, token);
    expect(data.meetings.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
    expect(await Activities.countDocuments({ society: series.society })).toBe(0);
  });

  it('gives further seats to the first who wait, in each meeting', async () => {
    for (const each of meetings) {
      await Events.updateOne({ _id: each._id }, { $set: { seats: 1, seatsLeft: 1 } });
      await build.buildAttendance({ event: each });
      for (let i = 0; i < 3; i++) await build.buildAttendance({ event: each, state: 'waiting', at: new Date(Date.now() - 10_000 + i) });
    }
    await test.call(updateSeries, { event_id: idAt(3), scope: 'following', max_attendees: 3 }, token);
    expect((await stored()).map(({ attendees, seatsLeft }) => [attendees, seatsLeft]).slice(3)).toEqual([
      [3, 0],
      [3, 0],
      [3, 0],
    ]);
    for (const [place, going] of [1, 1, 1, 3, 3, 3].entries())
      expect(await Attendances.countDocuments({ event: at(place)._id, state: 'going' })).toBe(going);
  });

  it('publishes each changed meeting, as a refetch gives it', async () => {
    await log.published();
    await test.call(updateSeries, { event_id: idAt(4), scope: 'following', title: 'Big kites' }, token);
    const published = (await log.published()).filter(({ message }) => message === eventUpdated.name);
    expect(published.map(({ rooms }) => rooms)).toEqual(
      [4, 5].map((place) => [`society:${series.society}`, 'events', `event:${idAt(place)}`]),
    );
    for (const [i, { payload }] of published.entries())
      expect((await test.call(getEventInfo, { event_id: idAt(4 + i) }, token)).data).toMatchObject(payload as object);
  });
});

describe('a cancellation of a series', () => {
  it('of the following ones leaves earlier ones and those that were changed on their own; a repeat gets the same answer', async () => {
    await test.call(updateEvent, { event_id: idAt(4), location: 'The valley' }, token);
    const cancel = (reason: string) => test.call(cancelSeries, { event_id: idAt(3), scope: 'following', reason }, token);
    const first = await cancel('Rain');
    expect([first.status, placesOf(first.data.meetings.map(({ ID }) => ID)), placesOf(first.data.left)]).toEqual([200, [3, 5], [4]]);
    expect((await cancel('Snow')).data).toEqual(first.data);
    expect((await stored()).map(({ cancelReason, cancelledAt }) => cancelledAt && cancelReason)).toEqual([
      ...[null, null, null],
      'Rain',
      null,
      'Rain',
    ]);
    expect(await Activities.countDocuments({ society: series.society, verb: 'event.cancelled' })).toBe(1);
    expect((await test.call(getSeries, { event_id: idAt(0) })).counts).toEqual({ meetings: 6, remaining: 3 });
  });

  it('cannot be followed by a change, and is refused where all have begun', async () => {
    await test.call(cancelSeries, { event_id: idAt(1), scope: 'all' }, token);
    const change = await test.call(updateSeries, { event_id: idAt(1), scope: 'all', title: 'Big kites' }, token);
    expect([change.status, change.error.code]).toEqual([409, 'event_cancelled']);
    await Events.updateMany({ series: series._id }, { $set: { startsAt: new Date(Date.now() - weekMs), endsAt: new Date() } });
    const late = await test.call(cancelSeries, { event_id: idAt(1), scope: 'all' }, token);
    expect([late.status, late.error.code]).toEqual([409, 'event_over']);
  });

  it.each([updateSeries, cancelSeries])('needs a series, an event and a scope: $name', async (call) => {
    const single = await build.buildEvent({ society: series.society });
    const status = async (input: object) => (await test.call(call, input as never, token)).status;
    expect(await status({ event_id: String(single._id), scope: 'all' })).toBe(404);
    expect(await status({ event_id: String(newId()), scope: 'all' })).toBe(404);
    expect(await status({ event_id: idAt(1) })).toBe(400);
  });

  it('needs the role until the transaction: who lost it while waiting changes nothing', async () => {
    const moderator = await build.buildMember({ _id: series.society }, 'moderator');
    const theirs = await test.tokenFor(moderator);
    const change = (title: string) => test.call(updateSeries, { event_id: idAt(1), scope: 'all', title }, theirs);
    expect((await change('Kite day')).status).toBe(200);
    writeBarrier.wait = async () => {
      writeBarrier.wait = undefined;
      await Memberships.updateOne({ society: series.society, user: moderator._id }, { $set: { role: 'member' } });
    };
    expect((await change('Kite night')).status).toBe(403);
    expect((await stored()).slice(1).map(({ title }) => title)).toEqual(Array(5).fill('Kite day'));
  });

  it('is refused to a platform admin who lost the role while waiting', async () => {
    const staff = await build.buildUser({ role: 'admin' });
    const theirs = await test.tokenFor(staff);
    const cancel = () => test.call(cancelSeries, { event_id: idAt(1), scope: 'all', reason: 'Rain' }, theirs);
    writeBarrier.wait = async () => {
      writeBarrier.wait = undefined;
      await Users.updateOne({ _id: staff._id }, { $set: { role: 'user' } });
    };
    expect((await cancel()).status).toBe(403);
    expect((await stored()).some(({ cancelledAt }) => cancelledAt)).toBe(false);
  });
});

describe('notifications of a change of a series', () => {
  const people = async () => {
    await test.call(updateEvent, { event_id: idAt(5), location: 'The valley' }, token);
    await dispatchDue(series.society);
    const [goer, waiter, fan, early, alone] = [
      await build.buildUser(),
      await build.buildUser(),
      await build.buildUser(),
      await build.buildUser(),
      await build.buildUser(),
    ];
    for (const event of meetings) await build.buildAttendance({ event, user: goer });
    await build.buildAttendance({ event: at(3), user: waiter, state: 'waiting' });
    for (const event of [at(3), at(4)]) await build.buildBookmark({ event, user: fan });
    await build.buildAttendance({ event: at(2), user: early });
    await build.buildAttendance({ event: at(5), user: alone });
    return { goer, waiter, fan, early, alone };
  };

  it('reach each person of the moved meetings once, and nobody else', async () => {
    const { goer, waiter, fan, early, alone } = await people();
    await test.call(updateSeries, { event_id: idAt(3), scope: 'following', time: '17:30' }, token);
    await dispatchDue(series.society);
    await dispatchDue(series.society);
    const [note] = await notified(fan);
    expect(note).toMatchObject({ type: 'event_changed', times: 1, link: `/events/${idAt(3)}` });
    const first = `${dayWords(at(3).date, 'en')}, ${timeWords('17:30', 'en')}`;
    expect(note?.message).toBe(`2 meetings of “Kites” have a new time or place. The first of them: ${first}.`);
    expect([(await notified(goer)).length, (await notified(waiter)).length, (await notified(fan)).length]).toEqual([1, 1, 1]);
    expect([await notified(early), await notified(alone)]).toEqual([[], []]);
  });

  it('reach each person of the cancelled meetings once, with the reason', async () => {
    const { goer, waiter, fan, early, alone } = await people();
    await test.call(cancelSeries, { event_id: idAt(3), scope: 'following', reason: 'Rain' }, token);
    await dispatchDue(series.society);
    await dispatchDue(series.society);
    for (const user of [goer, waiter, fan]) {
      const cancelled = (await notified(user)).filter(({ type }) => type === 'event_cancelled');
      expect(cancelled.map(({ message }) => message)).toEqual(['2 meetings of “Kites” were cancelled: Rain']);
    }
    expect([await notified(early), await notified(alone)]).toEqual([[], []]);
  });

  it('speak of one meeting as of an event', async () => {
    const guest = await build.buildUser();
    await build.buildAttendance({ event: at(5), user: guest });
    await test.call(cancelSeries, { event_id: idAt(5), scope: 'following' }, token);
    await dispatchDue(series.society);
    expect((await notified(guest)).map(({ message }) => message)).toEqual(['“Kites” was cancelled.']);
  });

  it('are none for a changed text', async () => {
    const { fan } = await people();
    await test.call(updateSeries, { event_id: idAt(3), scope: 'following', title: 'Big kites' }, token);
    await dispatchDue(series.society);
    expect(await notified(fan)).toEqual([]);
  });
});
