import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { toggleAttendance } from '#models/contract/attendance';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import * as build from '#models/testing/builders';

const test = setUpTestApp();
const hour = 3_600_000;

it('five seats that are offered are never oversold by two hundred presses at once, and go to those to whom they were offered', async () => {
  const startsAt = new Date(Date.now() + 48 * hour);
  const event = await build.buildEvent({
    startsAt,
    endsAt: new Date(startsAt.getTime() + hour),
    seats: 5,
    seatsLeft: 0,
    offerZone: 'Asia/Amman',
  });
  const event_id = String(event._id);
  const offeredUntil = new Date(Date.now() + hour);
  const tokens: string[] = [];
  for (let n = 0; n < 200; n++) {
    const offer = n < 5 ? { offeredUntil } : {};
    const { user } = await build.buildAttendance({ event, state: 'waiting', at: new Date(Date.now() - hour + n), ...offer });
    tokens.push(await test.tokenFor({ _id: user }));
  }
  const presses = tokens.toReversed().map((token) => test.call(toggleAttendance, { event_id, status: 'attending' }, token));
  const statuses = (await Promise.all(presses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 409)).toHaveLength(195);
  expect(await Attendances.countDocuments({ event: event._id, state: 'going' })).toBe(5);
  expect(await Events.findById(event._id).lean()).toMatchObject({ attendees: 5, seatsLeft: 0 });
});
