import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSocket, type TestSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { attendanceChanged, eventStats, getUserStatus, recordShare, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import { getEventStats } from '#models/contract/events';
import { ownChanged } from '#models/contract/users';
import type { EventDoc } from '#models/db/events';
import { Societies } from '#models/db/societies';
import { buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { publishWaitingPositions } from '#workers/events/waiting-positions';

let test: TestApp;
const sockets: TestSocket[] = [];
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await test.close();
});

async function listen(rooms: string[], token?: string): Promise<TestSocket> {
  const socket = await openSocket(test.url, token ? { token } : {});
  sockets.push(socket);
  if (rooms.length > 0) await socket.join(...rooms);
  return socket;
}
async function person(user?: Awaited<ReturnType<typeof buildUser>>) {
  const made = user ?? (await buildUser());
  return { user: made, token: await test.tokenFor(made) };
}
const at = ({ _id }: EventDoc) => ({ event_id: String(_id) });

it('counters are published to the event and the lists, as a refetch gives them', async () => {
  const event = await buildEvent({ seats: 3 });
  const { token } = await person();
  const [page, list] = [await listen([`event:${event._id}`]), await listen(['events'])];
  const acts = [
    () => test.call(toggleAttendance, { ...at(event), status: 'attending' }, token),
    () => test.call(toggleBookmark, at(event), token),
    () => test.call(recordShare, at(event), token),
  ];
  for (const act of acts) {
    const { data } = await act();
    const fresh = (await test.call(getEventStats, at(event))).data;
    for (const socket of [page, list]) {
      const { payload } = await socket.next(eventStats, ({ rev }) => rev === data.rev);
      expect(payload).toEqual({ ...at(event), society_id: String(event.society), ...fresh });
    }
  }
});

it('counters are not published to the lists once the society’s events are hidden', async () => {
  const [hiding, other] = [await buildEvent(), await buildEvent()];
  const list = await listen(['events']);
  const { token } = await person();
  await test.call(toggleBookmark, at(hiding), token);
  await list.next(eventStats, ({ event_id }) => event_id === String(hiding._id));
  await Societies.updateOne({ _id: hiding.society }, { $set: { 'privacy.eventsVisible': false } });
  const member = await person(await buildMember(hiding.society));
  expect((await test.call(toggleBookmark, at(hiding), member.token)).status).toBe(200);
  await test.call(toggleBookmark, at(other), member.token);
  await list.next(eventStats, ({ event_id }) => event_id === String(other._id));
  expect(list.payloads(eventStats).filter(({ event_id }) => event_id === String(hiding._id))).toEqual([]);
});

it('a person’s attendance is published to all their screens, also when they move up', async () => {
  const event = await buildEvent({ seats: 1 });
  const [one, two] = [await person(), await person()];
  const [first, second] = [await listen([], one.token), await listen([], two.token)];
  const set = (who: typeof one, status: 'attending' | 'waiting' | 'not_attending') =>
    test.call(toggleAttendance, { ...at(event), status }, who.token);
  const agrees = async (socket: TestSocket, token: string, expected: string) => {
    const { payload } = await socket.next(attendanceChanged);
    const { attendance, waiting_position, rev, version } = (await test.call(getUserStatus, at(event), token)).data;
    expect(payload).toEqual({ ...at(event), attendance, waiting_position, rev, version });
    expect(attendance).toBe(expected);
  };
  await set(one, 'attending');
  await agrees(first, one.token, 'attending');
  await set(two, 'waiting');
  await agrees(second, two.token, 'waiting');
  await set(one, 'not_attending');
  await agrees(first, one.token, 'not_attending');
  await agrees(second, two.token, 'attending');
  await test.call(toggleBookmark, at(event), two.token);
  expect((await second.next(ownChanged)).payload).toEqual({ kind: 'bookmark', id: String(event._id), on: true, version: 1 });
  expect([first.count(attendanceChanged), first.count(ownChanged)]).toEqual([0, 0]);
});

it('a check-in is published to the door, as the list gives it', async () => {
  const society = await buildSociety();
  const event = await buildEvent({ society });
  const [keeper, guest] = [await person(await buildMember(society, 'moderator')), await person()];
  await test.call(toggleAttendance, { ...at(event), status: 'attending' }, guest.token);
  const desk = await listen([`event:${event._id}:door`], keeper.token);
  for (const undo of [false, true]) {
    await test.call(checkIn, { ...at(event), user_id: String(guest.user._id), undo }, keeper.token);
    const { payload } = await desk.next(eventCheckedIn);
    const { data, counts } = await test.call(getAttendees, at(event), keeper.token);
    const row = data.find(({ ID }) => ID === payload.user_id);
    expect(payload).toEqual({
      ...at(event),
      user_id: String(guest.user._id),
      at: row?.Checked_In_At,
      by: row?.Checked_In_By,
      claimed_at: row?.Claimed_At ?? null,
      checked_in: counts.checked_in,
      version: row?.version,
    });
  }
  const curious = await openSocket(test.url, { token: guest.token });
  sockets.push(curious);
  expect(await curious.ask('join', `event:${event._id}:door`)).toMatchObject({ ok: false });
});

it('each waiting person gets their own new position as others leave, and nobody else’s', async () => {
  const event = await buildEvent({ seats: 1 });
  const goer = await person();
  const waiters = [await person(), await person(), await person(), await person()];
  const set = (who: typeof goer, status: 'attending' | 'waiting' | 'not_attending') =>
    test.call(toggleAttendance, { ...at(event), status }, who.token);
  await set(goer, 'attending');
  for (const each of waiters) await set(each, 'waiting');
  const page = await listen([`event:${event._id}`]);
  const screens = await Promise.all(waiters.map(({ token }) => listen([], token)));
  // The first gets the seat, the second leaves the waiting list: the third and the fourth move up.
  await set(goer, 'not_attending');
  await set(waiters[1] as typeof goer, 'not_attending');
  await publishWaitingPositions(event._id);
  for (const [index, place] of [
    [2, 1],
    [3, 2],
  ] as const) {
    const { payload } = await screens[index]!.next(attendanceChanged, ({ waiting_position }) => waiting_position === place);
    const { attendance, waiting_position, rev, version } = (await test.call(getUserStatus, at(event), waiters[index]!.token)).data;
    expect(payload).toEqual({ ...at(event), attendance, waiting_position, rev, version });
  }
  expect(page.count(attendanceChanged)).toBe(0);
});
