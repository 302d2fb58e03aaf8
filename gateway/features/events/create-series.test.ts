import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dayAhead, dispatchAll, setUpEventTests, zone } from '#gateway/testing/event-tests';
import { getActivityFeed } from '#models/contract/activity';
import { deleteEvent, eventCreated } from '#models/contract/event-changes';
import { createSeries, getSeries } from '#models/contract/event-series';
import { getAllEvents, getEventInfo } from '#models/contract/events';
import { getNotifications } from '#models/contract/notifications';
import { getSocietyInfo } from '#models/contract/societies';
import { EventSeries } from '#models/db/event-series';
import { Events } from '#models/db/events';
import { addDays, instantOf } from '#models/db/local-time';
import { toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';

const { test, log, adminOf } = setUpEventTests();

const plan = (society: SocietyDoc, over: object = {}) => ({
  society_id: String(society._id),
  title: 'Kite evening',
  description: 'Paper, string and a good wind.',
  category: 'Social' as const,
  date: dayAhead(9),
  time: '17:00',
  location: 'The hill',
  repeat: { every: 'week', count: 4 } as const,
  ...over,
});
const follow = (event: string): Promise<void> => dispatchAll({ object: toId(event), verb: 'event.created' });

describe('a created series', () => {
  it('has each meeting as an event of its own, at the same local hour, with its seats', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const date = dayAhead(9);
    const more = { date, end_date: addDays(date, 1), end_time: '01:00', max_attendees: 50, tags: ['Free'] };
    const { status, data } = await test.call(createSeries, plan(society, { ...more, repeat: { every: 'week', count: 15 } }), token);
    expect([status, data.event_ids.length]).toEqual([201, 15]);
    const dates = Array.from({ length: 15 }, (_, i) => addDays(date, i * 7));
    const stored = await Events.find({ series: toId(data.series_id) })
      .sort({ seriesIndex: 1 })
      .lean();
    expect(stored.map((each) => [String(each._id), each.date, each.time, each.endDate, each.seatsLeft, each.startsAt])).toEqual(
      dates.map((day, i) => [data.event_ids[i], day, '17:00', addDays(day, 1), 50, instantOf(day, '17:00', zone)]),
    );
    expect((await test.call(getSocietyInfo, { society_id: String(society._id) })).data.Event_Count).toBe(15);
    expect((await test.call(getEventInfo, { event_id: data.event_ids[3] ?? '' }, token)).data).toMatchObject({
      Title: 'Kite evening',
      Max_Attendees: 50,
      seats_left: 50,
      Tags: ['Free'],
      version: 1,
      Can: { edit: true, attend: true },
    });
  });

  it('is listed by any of its meetings, in pages; a single event has none', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const { data } = await test.call(createSeries, plan(society, { repeat: { every: 'month', count: 3 } }), token);
    const [, second = ''] = data.event_ids;
    await Events.updateOne({ _id: second }, { $set: { cancelledAt: new Date() } });
    const first = await test.call(getSeries, { event_id: second, limit: 2 });
    expect(first.data.map(({ ID, Series }) => [ID, Series])).toEqual(
      data.event_ids.slice(0, 2).map((id, i) => [id, { ID: data.series_id, Every: 'month', Number: i + 1, Changed: false }]),
    );
    expect(first.counts).toEqual({ meetings: 3, remaining: 2 });
    const rest = await test.call(getSeries, { event_id: second, limit: 2, cursor: first.next ?? '' });
    expect([rest.data.map(({ ID }) => ID), rest.next]).toEqual([data.event_ids.slice(2), null]);
    const single = await build.buildEvent({ society });
    const none = await test.call(getSeries, { event_id: String(single._id) });
    expect([none.status, none.data, none.counts]).toEqual([200, [], { meetings: 0, remaining: 0 }]);
  });

  it('is one for one Idempotency-Key, also when sent several times at once', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const [input, headers] = [plan(society), { 'idempotency-key': randomUUID() }];
    const answers = await Promise.all(Array.from({ length: 4 }, () => test.call(createSeries, input, token, headers)));
    const again = await test.call(createSeries, input, token, headers);
    for (const { status, data, error } of answers)
      expect(status === 201 ? data : error.code).toEqual(status === 201 ? again.data : 'in_progress');
    expect([await EventSeries.countDocuments({ society: society._id }), await Events.countDocuments({ society: society._id })]).toEqual([
      1, 4,
    ]);
    const other = await test.call(createSeries, plan(society, { repeat: { every: 'week', count: 5 } }), token, headers);
    expect(other.error.code).toBe('idempotency_mismatch');
  });

  it.each([
    ['no end', { every: 'week' }, { 'repeat.count': 'Choose how many meetings there are, or the last day' }],
    ['one meeting', { every: 'week', count: 1 }, { 'repeat.count': 'A series has 2 to 52 meetings' }],
    ['too many meetings', { every: 'week', count: 53 }, { 'repeat.count': 'A series has 2 to 52 meetings' }],
    ['a last day before the second meeting', { every: 'month', until: dayAhead(20) }, { 'repeat.until': 'A series has 2 to 52 meetings' }],
    ['a last day with too many meetings', { every: 'week', until: dayAhead(600) }, { 'repeat.until': 'A series has 2 to 52 meetings' }],
    ['a last meeting too far ahead', { every: 'month', count: 30 }, { 'repeat.count': 'An event can be planned up to two years ahead' }],
    ['another interval', { every: 'day', count: 3 }, { 'repeat.every': 'Please choose one of the options' }],
    ['no repetition', undefined, { repeat: 'This field is required' }],
  ])('with %s is refused', async (_name, repeat, fields) => {
    const society = await build.buildSociety();
    const { status, error } = await test.call(createSeries, plan(society, { repeat }), await adminOf(society));
    expect([status, error.fields]).toEqual([400, fields]);
    expect(await EventSeries.countDocuments({ society: society._id })).toBe(0);
  });

  it('in the past, or with an end before its start, is refused like an event', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    const past = await test.call(createSeries, plan(society, { date: dayAhead(-1) }), token);
    expect(past.error.fields).toEqual({ date: 'An event cannot begin in the past' });
    const early = await test.call(createSeries, plan(society, { end_time: '09:00' }), token);
    expect(early.error.fields).toEqual({ end_time: 'End time must be after start time' });
  });
});

describe('a new series is announced', () => {
  it('by a live message for each meeting, as a refetch gives it, and one of the society’s counts', async () => {
    const society = await build.buildSociety();
    const token = await adminOf(society);
    await log.published();
    const { data } = await test.call(createSeries, plan(society), token);
    const published = await log.published();
    const created = published.filter(({ message }) => message === eventCreated.name);
    const shown = (await test.call(getAllEvents, { limit: 100 })).data.filter(({ Society_ID }) => Society_ID === String(society._id));
    const shared = shown.map(({ Society: _s, Online_Link: _o, Faces: _f, Standing: _st, Can: _c, ...rest }) => rest);
    expect(created.map(({ payload }) => payload)).toEqual(shared);
    expect(created.map(({ rooms }) => rooms)).toEqual(data.event_ids.map(() => [`society:${society._id}`, 'events']));
    expect(published.filter(({ message }) => message === 'society:counts').map(({ payload }) => payload)).toMatchObject([
      { Event_Count: 4 },
    ]);
  });

  it('by one notification and one line in Recent Activity', async () => {
    const society = await build.buildSociety({ name: 'Kite Makers' });
    const member = await build.buildMember(society);
    const { data } = await test.call(createSeries, plan(society), await adminOf(society));
    const [first = ''] = data.event_ids;
    for (let times = 0; times < 2; times++) await follow(first);
    const token = await test.tokenFor(member);
    const notified = (await test.call(getNotifications, {}, token)).data;
    expect(notified).toMatchObject([{ type: 'event_created', link: `/events/${first}`, times: 1, params: { meetings: '4' } }]);
    expect(notified[0]?.message).toMatch(/ planned “Kite evening”: 4 meetings$/);
    const lines = (await test.call(getActivityFeed, { limit: 20 }, token)).data.filter(({ link }) => link.startsWith('/events/'));
    expect(lines.filter(({ link }) => data.event_ids.includes(link.slice('/events/'.length))).map(({ link }) => link)).toEqual([
      `/events/${first}`,
    ]);
  });

  it('until its last meeting is deleted: then the unread notification is taken back', async () => {
    const society = await build.buildSociety();
    const member = await build.buildMember(society);
    const token = await adminOf(society);
    const { data } = await test.call(createSeries, plan(society, { repeat: { every: 'week', count: 2 } }), token);
    await follow(data.event_ids[0] ?? '');
    const left: number[] = [];
    for (const event_id of data.event_ids) {
      await test.call(deleteEvent, { event_id }, token);
      await dispatchAll({ object: toId(event_id), verb: 'event.removed' });
      left.push(await Notifications.countDocuments({ user: member._id, type: 'event_created' }));
    }
    expect(left).toEqual([1, 0]);
    expect((await test.call(getSocietyInfo, { society_id: String(society._id) })).data.Event_Count).toBe(0);
  });
});
