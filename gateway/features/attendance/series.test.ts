import { describe, expect, it } from 'vitest';
import { dispatchDue } from '#gateway/testing/event-tests';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getUserStatus, toggleAttendance } from '#models/contract/attendance';
import { attendSeries, cancelSeries, getSeries } from '#models/contract/event-series';
import { Attendances } from '#models/db/attendances';
import type { EventSeriesDoc } from '#models/db/event-series';
import { type EventDoc, Events } from '#models/db/events';
import { newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { UserDoc } from '#models/db/users';
import { buildAttendance, buildEvent, buildEventSeries, buildMeeting, buildSociety, buildUser } from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, insiders, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

/** A weekly series with as many meetings. */
async function seriesOf(size: number, over: Partial<EventDoc> = {}, made?: EventSeriesDoc) {
  const series = made ?? (await buildEventSeries());
  const meetings: EventDoc[] = [];
  for (let seriesIndex = 0; seriesIndex < size; seriesIndex++) meetings.push(await buildMeeting(series, { ...over, seriesIndex }));
  const event_id = String(meetings[0]?._id);
  return { series, meetings, event_id };
}

async function person(made?: UserDoc) {
  const user = made ?? (await buildUser());
  const token = await test.tokenFor(user);
  const set = (event_id: string, status: 'attending' | 'not_attending') => test.callWithRetry(attendSeries, { event_id, status }, token);
  return { user, token, set };
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()));
const eventNow = async ({ _id }: Pick<EventDoc, '_id'>) => (await Events.findById(_id).lean())!;
const statesOf = async (user: UserDoc, meetings: readonly EventDoc[]): Promise<string[]> => {
  const own = await Attendances.find({ user: user._id }).lean();
  return meetings.map(({ _id }) => own.find(({ event }) => event.equals(_id))?.state ?? 'none');
};

describe('attending all remaining meetings', () => {
  it('gives a seat at each, answers as the toggle of one does, and a repeat answers the same', async () => {
    const { meetings, event_id } = await seriesOf(3, { seats: 2 });
    const one = await person();
    const first = await one.set(event_id, 'attending');
    expect(first.data.meetings).toMatchObject(
      meetings.map(({ _id }) => ({ event_id: String(_id), attendance: 'attending', waiting_position: null, attendees: 1, seats_left: 1 })),
    );
    expect((await one.set(event_id, 'attending')).data).toEqual(first.data);
    for (const { event_id: id, attendance, waiting_position, version, rev } of first.data.meetings)
      expect((await test.call(getUserStatus, { event_id: id }, one.token)).data).toMatchObject({
        attendance,
        waiting_position,
        version,
        rev,
      });
  });

  it('gives a place on the waiting list where no seat is free, and needs no seats where there is no limit', async () => {
    const { series, meetings, event_id } = await seriesOf(1, { seats: 1 });
    await buildAttendance({ event: meetings[0]! });
    await seriesOf(1, {}, series);
    const { data } = await (await person()).set(event_id, 'attending');
    expect(data.meetings.map(({ attendance, waiting_position }) => [attendance, waiting_position])).toEqual([
      ['waiting', 1],
      ['attending', null],
    ]);
  });

  it('leaves out meetings that are over, cancelled or removed, from whichever is named', async () => {
    const { meetings } = await seriesOf(5);
    const [over, cancelled, removed, ...open] = meetings as [EventDoc, EventDoc, EventDoc, ...EventDoc[]];
    await Events.updateOne({ _id: over._id }, { $set: { startsAt: new Date(Date.now() - 7_200_000), endsAt: new Date() } });
    await Events.updateOne({ _id: cancelled._id }, { $set: { cancelledAt: new Date() } });
    await Events.updateOne({ _id: removed._id }, { $set: { removedAt: new Date() } });
    const one = await person();
    const { data } = await one.set(String(over._id), 'attending');
    expect(data.meetings.map(({ event_id }) => event_id)).toEqual(open.map(({ _id }) => String(_id)));
    expect(await statesOf(one.user, meetings)).toEqual(['none', 'none', 'none', 'going', 'going']);
    expect((await one.set(String(removed._id), 'attending')).status).toBe(404);
  });

  it('is refused where no meeting is left, and for an event without a series', async () => {
    const { series, event_id } = await seriesOf(2);
    await Events.updateMany({ series: series._id }, { $set: { cancelledAt: new Date() } });
    const one = await person();
    const refused = await one.set(event_id, 'attending');
    expect([refused.status, refused.error.code]).toEqual([409, 'event_over']);
    expect((await one.set(String((await buildEvent())._id), 'attending')).status).toBe(404);
    expect((await one.set(String(newId()), 'attending')).status).toBe(404);
  });

  it('is undone at each remaining one, and the freed seats go to the first who wait', async () => {
    const { meetings, event_id } = await seriesOf(2, { seats: 1 });
    const [one, two] = [await person(), await person()];
    await one.set(event_id, 'attending');
    await two.set(event_id, 'attending');
    expect(await statesOf(two.user, meetings)).toEqual(['waiting', 'waiting']);
    const undone = await one.set(event_id, 'not_attending');
    expect(undone.data.meetings.map(({ attendance, attendees, seats_left }) => [attendance, attendees, seats_left])).toEqual([
      ['not_attending', 1, 0],
      ['not_attending', 1, 0],
    ]);
    expect([await statesOf(one.user, meetings), await statesOf(two.user, meetings)]).toEqual([
      ['none', 'none'],
      ['going', 'going'],
    ]);
    expect((await one.set(event_id, 'not_attending')).data.meetings.map(({ attendance }) => attendance)).toEqual([
      'not_attending',
      'not_attending',
    ]);
  });

  it('can be undone at one meeting alone', async () => {
    const { meetings, event_id } = await seriesOf(3, { seats: 5 });
    const one = await person();
    await one.set(event_id, 'attending');
    await test.call(toggleAttendance, { event_id: String(meetings[1]?._id), status: 'not_attending' }, one.token);
    expect(await statesOf(one.user, meetings)).toEqual(['going', 'none', 'going']);
    const { data } = await test.call(getSeries, { event_id }, one.token);
    expect(data.map(({ Standing }) => Standing?.attendance)).toEqual(['attending', 'not_attending', 'attending']);
  });
});

const expectSeatsInOrder = async (all: number, seats: number, size: number): Promise<void> => {
  const { meetings, event_id } = await seriesOf(size, { seats });
  const crowd = await people(all);
  const answers = await Promise.all(crowd.map((one) => one.set(event_id, 'attending')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const [place, meeting] of meetings.entries()) {
    expect(await eventNow(meeting)).toMatchObject({ attendees: seats, seatsLeft: 0 });
    const seated = answers.filter(({ data }) => data.meetings[place]?.attendance === 'attending');
    expect([seated.length, await Attendances.countDocuments({ event: meeting._id, state: 'going' })]).toEqual([seats, seats]);
    const positions = answers.flatMap(({ data }) => data.meetings[place]?.waiting_position ?? []);
    expect(positions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: all - seats }, (_, i) => i + 1));
    const queue = await Attendances.find({ event: meeting._id, state: 'waiting' }).lean();
    expect(new Set(queue.map(({ at }) => at.getTime())).size).toBe(all - seats);
  }
};

describe('many people at once', () => {
  it('24 on a series of 2 meetings with 6 seats: 6 in each, and 18 wait in order', { tags: ['long'] }, () => expectSeatsInOrder(24, 6, 2));

  it('200 on a series of 3 meetings with 50 seats: 50 in each, and 150 wait in order', { tags: ['long'], timeout: 240_000 }, () =>
    expectSeatsInOrder(200, 50, 3),
  );

  it('20 attend while the series is called off: all meetings are cancelled, with right counters, and nobody moves up', {
    tags: ['long'],
  }, async () => {
    const { series, meetings, event_id } = await seriesOf(3, { seats: 5 });
    const crowd = await people(20);
    const organiser = await test.tokenFor({ _id: series.creator });
    const attending = crowd.map((one) => one.set(event_id, 'attending'));
    const cancelled = await test.call(cancelSeries, { event_id, scope: 'all', reason: 'Rain' }, organiser);
    expect([cancelled.status, cancelled.data.meetings.length]).toEqual([200, 3]);
    for (const { status, error } of await Promise.all(attending))
      if (status !== 200) expect(error.code).toMatch(/^event_(over|cancelled)$/);
    for (const meeting of meetings) {
      const [now, going] = [await eventNow(meeting), await Attendances.countDocuments({ event: meeting._id, state: 'going' })];
      expect(now.cancelledAt).not.toBeNull();
      expect([now.attendees, now.seatsLeft]).toEqual([going, 5 - going]);
    }
    await dispatchDue(series.society);
    const here = { event: { $in: meetings.map(({ _id }) => _id) }, state: { $in: ['going', 'waiting'] as ('going' | 'waiting')[] } };
    const reached = (await Attendances.distinct('user', here)).map(String);
    const notes = await Notifications.find({ type: 'event_cancelled', link: `/events/${event_id}` }).lean();
    expect(notes.map(({ user }) => String(user)).toSorted()).toEqual(reached.toSorted());
  });
});

describe('who may attend a series', () => {
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
      const { event_id } = await seriesOf(2, {}, await buildEventSeries({ society }));
      const user = await buildPersonInRole(testRole, society);
      const token = user ? await test.tokenFor(user) : undefined;
      expect((await test.call(attendSeries, { event_id, status: 'attending' }, token)).status).toBe(status);
    },
  );
});
