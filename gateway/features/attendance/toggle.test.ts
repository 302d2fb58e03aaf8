import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { giveUpSeat } from '#models/commands/seats';
import { attendanceChanged, eventStats, getUserStatus, toggleAttendance } from '#models/contract/attendance';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { type EventDoc, Events } from '#models/db/events';
import { Memberships } from '#models/db/memberships';
import { Notifications } from '#models/db/notifications';
import { transaction } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import { buildAttendance, buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { buildPersonInRole, insiders, testRoles } from '#models/testing/test-roles';
import { dispatch } from '#workers/activity/dispatch';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(() => {
  log.close();
});

type Status = 'attending' | 'not_attending' | 'waiting';
const day = 24 * 3_600_000;

async function person(made?: UserDoc) {
  const user = made ?? (await buildUser());
  const token = await test.tokenFor(user);
  const set = (event: EventDoc, status: Status) => test.callWithRetry(toggleAttendance, { event_id: String(event._id), status }, token);
  const status = async (event: EventDoc) => (await test.call(getUserStatus, { event_id: String(event._id) }, token)).data;
  return { user, token, set, status };
}
type Person = Awaited<ReturnType<typeof person>>;
/** Dispatches due records, as the workers do. */
async function dispatchDue(): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ due: { $lte: new Date() } })
    .sort({ at: 1 })
    .lean())
    await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => person()));
const eventNow = async ({ _id }: EventDoc) => (await Events.findById(_id).lean())!;
const going = ({ _id }: EventDoc) => Attendances.countDocuments({ event: _id, state: 'going' });

describe('an event without a limit', () => {
  it('counts an attendance once, publishes it, and answers a repeat the same', async () => {
    const event = await buildEvent();
    const one = await person();
    await log.published();
    const first = await one.set(event, 'attending');
    expect(first.data).toEqual({
      attendance: 'attending',
      message: 'You are going to this event.',
      waiting_position: null,
      version: 1,
      attendees: 1,
      interested: 0,
      shares: 0,
      seats_left: null,
      rev: event.rev + 1,
    });
    expect((await one.set(event, 'attending')).data).toEqual(first.data);
    const published = await log.published();
    const id = String(event._id);
    const { attendance, message, waiting_position, version, ...counts } = first.data;
    expect(published).toEqual([
      {
        rooms: [`event:${id}`, 'events'],
        message: eventStats.name,
        payload: { event_id: id, society_id: String(event.society), ...counts },
      },
      {
        rooms: [`user:${one.user._id}`],
        message: attendanceChanged.name,
        payload: { event_id: id, attendance, waiting_position, rev: counts.rev, version },
      },
    ]);
    expect(await one.status(event)).toEqual({
      attendance,
      waiting_position,
      rev: counts.rev,
      version,
      bookmarked: false,
      bookmark_version: 0,
    });
  });

  it('has no waiting list: a request to wait attends', async () => {
    const event = await buildEvent();
    expect((await (await person()).set(event, 'waiting')).data).toMatchObject({ attendance: 'attending', attendees: 1 });
  });

  it('accepts a cancellation without an attendance', async () => {
    const event = await buildEvent();
    const answer = await (await person()).set(event, 'not_attending');
    expect(answer.data).toMatchObject({ attendance: 'not_attending', attendees: 0, version: 0, rev: event.rev });
    expect(await Attendances.countDocuments({ event: event._id })).toBe(0);
  });

  it('ends in the last state of one person’s parallel calls', async () => {
    const event = await buildEvent();
    const one = await person();
    const storm = Array.from({ length: 30 }, (_, i) => one.set(event, i % 2 ? 'attending' : 'not_attending'));
    for (const { status } of await Promise.all(storm)) expect(status).toBe(200);
    expect((await one.set(event, 'attending')).data).toMatchObject({ attendance: 'attending', attendees: 1 });
    expect(await going(event)).toBe(1);
    expect((await one.set(event, 'not_attending')).data).toMatchObject({ attendance: 'not_attending', attendees: 0 });
  });

  it('counts 100 people at once as 100', { tags: ['long'] }, async () => {
    const event = await buildEvent();
    await Promise.all((await people(100)).map((one) => one.set(event, 'attending')));
    expect((await eventNow(event)).attendees).toBe(100);
  });
});

describe('an event with seats', () => {
  it('refuses an attendance when it is full, and offers the waiting list', async () => {
    const event = await buildEvent({ seats: 1 });
    const [one, two, three] = (await people(3)) as [Person, Person, Person];
    expect((await one.set(event, 'attending')).data).toMatchObject({ attendance: 'attending', seats_left: 0, attendees: 1 });
    const full = await two.set(event, 'attending');
    expect([full.status, full.error.code, full.error.error_message]).toEqual([409, 'event_full', 'This event is full.']);
    expect((await two.set(event, 'waiting')).data).toMatchObject({
      attendance: 'waiting',
      message: 'You are on the waiting list.',
      waiting_position: 1,
      seats_left: 0,
    });
    expect((await three.set(event, 'waiting')).data).toMatchObject({ waiting_position: 2 });
    expect((await two.set(event, 'waiting')).data).toMatchObject({ waiting_position: 1, version: 1 });
    expect((await two.set(event, 'attending')).status).toBe(409);
    expect((await one.set(event, 'waiting')).data).toMatchObject({ attendance: 'attending' });
    await log.published();
    await two.set(event, 'not_attending');
    const published = (await log.published()).filter(({ rooms }) => rooms.includes(`event:${event._id}`));
    expect(published.map(({ message }) => message)).toEqual([eventStats.name]);
    expect((await three.status(event)).waiting_position).toBe(1);
  });

  it('gives a seat at once to a request to wait while one is free', async () => {
    const event = await buildEvent({ seats: 2 });
    expect((await (await person()).set(event, 'waiting')).data).toMatchObject({ attendance: 'attending', seats_left: 1 });
  });

  it('moves the first waiting person up when a seat is freed, with a live message and one notification', async () => {
    const event = await buildEvent({ seats: 1, title: 'Night of stars' });
    const [one, two, three] = (await people(3)) as [Person, Person, Person];
    await one.set(event, 'attending');
    await two.set(event, 'waiting');
    await three.set(event, 'waiting');
    await log.published();
    const left = await one.set(event, 'not_attending');
    expect(left.data).toMatchObject({ attendance: 'not_attending', attendees: 1, seats_left: 0 });
    expect(await two.status(event)).toMatchObject({ attendance: 'attending', waiting_position: null, version: 2 });
    expect(await three.status(event)).toMatchObject({ attendance: 'waiting', waiting_position: 1 });
    const moved = (await log.published()).filter(({ rooms }) => rooms.includes(`user:${two.user._id}`));
    expect(moved.map(({ payload }) => payload)).toEqual([
      { event_id: String(event._id), attendance: 'attending', waiting_position: null, rev: left.data.rev, version: 2 },
    ]);
    await dispatchDue();
    await dispatchDue();
    expect(await Notifications.find({ user: two.user._id }).lean()).toMatchObject([
      { type: 'seat_given', params: { title: 'Night of stars' }, link: `/events/${event._id}`, count: 1, actors: [two.user._id] },
    ]);
    expect(await Notifications.countDocuments({ user: { $in: [one.user._id, three.user._id] } })).toBe(0);
  });

  it('retracts the unread notification when the person gives the seat up again', async () => {
    const event = await buildEvent({ seats: 1 });
    const [one, two] = (await people(2)) as [Person, Person];
    await one.set(event, 'attending');
    await two.set(event, 'waiting');
    await one.set(event, 'not_attending');
    await dispatchDue();
    await two.set(event, 'not_attending');
    await dispatchDue();
    expect(await Notifications.countDocuments({ user: two.user._id })).toBe(0);
    expect(await eventNow(event)).toMatchObject({ attendees: 0, seatsLeft: 1 });
  });

  it('skips a waiting person who may no longer see the event', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const event = await buildEvent({ society, seats: 1 });
    const [one, two, three] = [
      await person(await buildMember(society)),
      await person(await buildMember(society)),
      await person(await buildMember(society)),
    ];
    await one.set(event, 'attending');
    await two.set(event, 'waiting');
    await three.set(event, 'waiting');
    await Memberships.deleteOne({ society: society._id, user: two.user._id });
    await one.set(event, 'not_attending');
    expect(await three.status(event)).toMatchObject({ attendance: 'attending' });
  });

  const expectSeatsInOrder = async (all: number, seats: number): Promise<void> => {
    const event = await buildEvent({ seats });
    const crowd = await people(all);
    const positions: (number | null)[] = [];
    const answers = await Promise.all(
      crowd.map(async (one) => {
        const asked = await one.set(event, 'attending');
        if (asked.status === 200) return asked;
        expect(asked.error.code).toBe('event_full');
        const waits = await one.set(event, 'waiting');
        positions.push(waits.data.waiting_position);
        return waits;
      }),
    );
    expect(answers.filter(({ data }) => data.attendance === 'attending')).toHaveLength(seats);
    expect(await going(event)).toBe(seats);
    expect(await eventNow(event)).toMatchObject({ attendees: seats, seatsLeft: 0 });
    expect(positions.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: all - seats }, (_, i) => i + 1));
    const queue = await Attendances.find({ event: event._id, state: 'waiting' }).sort({ at: 1, _id: 1 }).lean();
    expect(new Set(queue.map(({ at }) => at.getTime())).size).toBe(all - seats);
    const holder = await Attendances.findOne({ event: event._id, state: 'going' }).lean();
    const leaving = crowd.find(({ user }) => user._id.equals(holder!.user))!;
    await leaving.set(event, 'not_attending');
    expect(await Attendances.findById(queue[0]?._id).lean()).toMatchObject({ state: 'going' });
    expect(await Attendances.findById(queue[1]?._id).lean()).toMatchObject({ state: 'waiting' });
  };

  it('gives 40 people exactly 10 seats, and 30 wait in order', () => expectSeatsInOrder(40, 10));

  it('gives 200 people exactly 50 seats, and 150 wait in order', { tags: ['long'] }, () => expectSeatsInOrder(200, 50));

  it('loses no seat while attendees leave and others begin to wait', { tags: ['long'] }, async () => {
    const event = await buildEvent({ seats: 20 });
    const [holders, comers] = [await people(20), await people(40)];
    for (const one of holders) await buildAttendance({ event, user: one.user });
    await Promise.all([...holders.map((one) => one.set(event, 'not_attending')), ...comers.map((one) => one.set(event, 'waiting'))]);
    expect(await going(event)).toBe(20);
    expect(await Attendances.countDocuments({ event: event._id, state: 'waiting' })).toBe(20);
    expect(await eventNow(event)).toMatchObject({ attendees: 20, seatsLeft: 0 });
  });

  it('ends in the last state of one person’s parallel calls, with one notification', async () => {
    const event = await buildEvent({ seats: 1 });
    const [holder, one] = (await people(2)) as [Person, Person];
    await holder.set(event, 'attending');
    await Promise.all(Array.from({ length: 20 }, (_, i) => one.set(event, i % 2 ? 'waiting' : 'not_attending')));
    expect((await one.set(event, 'waiting')).data).toMatchObject({ attendance: 'waiting', waiting_position: 1 });
    await holder.set(event, 'not_attending');
    await dispatchDue();
    expect(await one.status(event)).toMatchObject({ attendance: 'attending' });
    expect(await eventNow(event)).toMatchObject({ attendees: 1, seatsLeft: 0 });
    expect(await Notifications.find({ user: one.user._id }).lean()).toMatchObject([{ count: 1, tellings: [expect.any(String)] }]);
  });
});

describe('who may attend', () => {
  const visibilities = ['public', 'private', 'invite-only'] as const;
  const cells = visibilities.flatMap((visibility) =>
    testRoles.map((testRole) => {
      const isSignedOut = testRole === 'visitor' || testRole === 'suspended';
      return { visibility, testRole, status: isSignedOut ? 401 : visibility === 'public' || insiders.includes(testRole) ? 200 : 404 };
    }),
  );
  testCells(cells, ({ testRole, status }) => [testRole, status])(
    '$visibility: $testRole gets $status',
    async ({ visibility, testRole, status }) => {
      const society = await buildSociety({ privacy: { visibility } });
      const event_id = String((await buildEvent({ society }))._id);
      const user = await buildPersonInRole(testRole, society);
      const token = user ? await test.tokenFor(user) : undefined;
      expect((await test.call(toggleAttendance, { event_id, status: 'attending' }, token)).status).toBe(status);
      expect((await test.call(getUserStatus, { event_id }, token)).status).toBe(status);
    },
  );

  it.each([
    ['cancelled', { cancelledAt: new Date() }, 409, 'event_cancelled'],
    ['over', { startsAt: new Date(Date.now() - 2 * day) }, 409, 'event_over'],
    ['ended today', { startsAt: new Date(Date.now() - day / 4) }, 409, 'event_over'],
    ['ended today, with seats', { seats: 5, startsAt: new Date(Date.now() - day / 4) }, 409, 'event_over'],
    ['removed', { removedAt: new Date() }, 404, 'not_found'],
    ['cancelled, with seats', { seats: 5, cancelledAt: new Date() }, 409, 'event_cancelled'],
  ] as const)('nobody can attend an event that is %s', async (_name, over, status, code) => {
    const event = await buildEvent(over);
    const answer = await (await person()).set(event, 'attending');
    expect([answer.status, answer.error.code]).toEqual([status, code]);
  });

  it.each(['not_attending', 'waiting', 'attending'] as const)(
    'attendance of an ended event cannot change: %s is refused',
    async (wanted) => {
      const guest = await person();
      const event = await buildEvent({ seats: 5, startsAt: new Date(Date.now() - day / 4) });
      await buildAttendance({ event, user: guest.user });
      const answer = await guest.set(event, wanted);
      expect([answer.status, answer.error.code, answer.error.error_message]).toEqual([409, 'event_over', 'This event is over.']);
      const { data } = await test.call(getUserStatus, { event_id: String(event._id) }, guest.token);
      expect(data.attendance).toBe('attending');
    },
  );

  it('a seat that is freed after the end stays free', async () => {
    const [event, goer, next] = [
      await buildEvent({ seats: 1, startsAt: new Date(Date.now() - day / 4) }),
      await buildUser(),
      await buildUser(),
    ];
    await buildAttendance({ event, user: goer });
    await buildAttendance({ event, user: next, state: 'waiting' });
    await transaction((session) => giveUpSeat(session, event._id, goer._id));
    expect(await Attendances.findOne({ event: event._id, user: next._id }).lean()).toMatchObject({ state: 'waiting' });
  });

  it.each([
    [{ event_id: 'x', status: 'attending' }, ['event_id']],
    [{ event_id: '0123456789abcdef01234567', status: 'going' }, ['status']],
    [{}, ['event_id', 'status']],
  ])('refuses %j', async (input, fields) => {
    const { status, error } = await test.call(toggleAttendance, input, (await person()).token);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, fields]);
  });

  it('an unknown event is 404', async () => {
    const input = { event_id: '0123456789abcdef01234567', status: 'attending' };
    expect((await test.call(toggleAttendance, input, (await person()).token)).status).toBe(404);
  });
});
