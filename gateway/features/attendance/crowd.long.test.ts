import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { toggleAttendance } from '#models/contract/attendance';
import { Events } from '#models/db/events';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

it('a hundred simultaneous attendances of an event with thirty seats are all answered, and thirty get a seat', async () => {
  const [people, seats] = [100, 30];
  const event = await build.buildEvent({ seats, seatsLeft: seats });
  const tokens = await Promise.all(Array.from({ length: people }, async () => test.tokenFor(await build.buildUser())));
  const attend = { event_id: String(event._id), status: 'attending' } as const;
  const answers = await Promise.all(tokens.map((token) => test.call(toggleAttendance, attend, token)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect({ going: count(200), full: count(409) }).toEqual({ going: seats, full: people - seats });
  expect(await Events.findById(event._id).lean()).toMatchObject({ attendees: seats, seatsLeft: 0 });
});
