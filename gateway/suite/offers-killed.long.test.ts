import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toggleAttendance } from '#models/contract/attendance';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { type EventDoc, Events } from '#models/db/events';
import { Notifications } from '#models/db/notifications';
import { callApi } from '#models/testing/api-client';
import { buildAttendance, buildEvent, buildSession } from '#models/testing/builders';
import { type Deployment, startDeployment } from '../testing/kill-rounds.js';

const [seats, hour] = [40, 3_600_000];

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment();
});
afterAll(() => deployment.close());

async function until(look: () => Promise<boolean>, ms: number): Promise<void> {
  const end = Date.now() + ms;
  while (!(await look())) {
    if (Date.now() > end) throw new Error('It did not come about.');
    await sleep(20);
  }
}

async function killAndStart(name: string): Promise<void> {
  const part = deployment.processes.find((each) => each.name === name);
  await part?.kill();
  await part?.start();
}

/** Takes an offered seat, again and again until a gateway answers. */
async function take(event: EventDoc, token: string): Promise<number> {
  for (;;) {
    const press = callApi(deployment.url, toggleAttendance, { event_id: String(event._id), status: 'attending' }, token);
    const status = await press.then((answer) => answer.status).catch(() => 503);
    if (status !== 503) return status;
    await sleep(150);
  }
}

/** People who wait, in line after the given number. */
async function waitInLine(event: EventDoc, from: number, count: number, over: object = {}) {
  const found = [];
  for (let n = from; n < from + count; n++)
    found.push((await buildAttendance({ event, state: 'waiting', at: new Date(Date.now() - hour + n), ...over })).user);
  return found;
}

it('gateway and workers killed while 40 offered seats are taken or run out: each seat has one person, and each next one is asked once', async () => {
  const startsAt = new Date(Date.now() + 48 * hour);
  const times = { startsAt, endsAt: new Date(startsAt.getTime() + hour) };
  const noon = `Etc/GMT${new Date().getUTCHours() > 12 ? '+' : '-'}${Math.abs(12 - new Date().getUTCHours())}`;
  const event = await buildEvent({ ...times, seats, seatsLeft: 0, offerZone: noon });
  const takers = await waitInLine(event, 0, seats / 2, { offeredUntil: new Date(Date.now() + hour) });
  const silent = await waitInLine(event, seats, seats / 2, { offeredUntil: new Date(Date.now() - 1) });
  const next = await waitInLine(event, 2 * seats, seats / 2);
  const last = await waitInLine(event, 3 * seats, 5);
  const tokens = await Promise.all(takers.map((user) => buildSession({ _id: user })));
  const going = () => Attendances.countDocuments({ event: event._id, state: 'going' });
  const over = () => Attendances.countDocuments({ event: event._id, user: { $in: silent }, state: 'none' });

  const presses = Promise.all(tokens.map((token) => take(event, token)));
  await until(async () => (await going()) > 0, 30_000);
  await killAndStart('gateway');
  await until(async () => (await over()) > 0, 40_000);
  await killAndStart('workers');
  expect(new Set(await presses)).toEqual(new Set([200]));
  await until(async () => (await over()) === silent.length && !(await Activities.exists({ due: { $exists: true } })), 60_000);

  const held = await Attendances.find({ event: event._id, offeredUntil: { $exists: true } }).lean();
  expect(held.map(({ user }) => String(user)).toSorted()).toEqual(next.map(String).toSorted());
  expect([await going(), await Attendances.countDocuments({ user: { $in: last }, state: 'waiting' })]).toEqual([seats / 2, last.length]);
  expect(await Events.findById(event._id).lean()).toMatchObject({ attendees: seats / 2, seatsLeft: 0 });
  const params = { 'params.event': String(event._id) };
  expect(await Activities.countDocuments({ verb: 'seat.offered', ...params })).toBe(seats / 2);
  const asked = await Notifications.find({ type: 'seat_offered', user: { $in: next } }).lean();
  expect([asked.length, new Set(asked.map(({ user }) => String(user))).size]).toEqual([seats / 2, seats / 2]);
}, 240_000);
