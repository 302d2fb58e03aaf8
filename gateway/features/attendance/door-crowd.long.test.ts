import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { checkIn, getAttendees } from '#models/contract/check-in';
import { checkInHere, getDoorCode } from '#models/contract/door';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { doorCode } from '#models/db/door-codes';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

it('five hundred people who check themselves in at once, some twice, are five hundred', async () => {
  const society = await build.buildSociety();
  const startsAt = new Date(Date.now() - 60_000);
  const event = await build.buildEvent({ society, startsAt, endsAt: new Date(Date.now() + 3_600_000) });
  const tokens: string[] = [];
  for (let n = 0; n < 500; n++) {
    const { user } = await build.buildAttendance({ event });
    tokens.push(await test.tokenFor({ _id: user }));
  }
  const event_id = String(event._id);
  // As phones do: a code that has changed meanwhile is read again.
  const press = async (token: string): Promise<boolean> => {
    for (;;) {
      const { status, data } = await test.call(checkInHere, { event_id, code: (await doorCode(event._id)).code }, token);
      if (status !== 409) return status === 200 && !data.again;
    }
  };
  const firsts = await Promise.all([...tokens, ...tokens.slice(0, 50)].map(press));
  expect(firsts.filter(Boolean)).toHaveLength(500);
  expect(await Activities.countDocuments({ verb: 'attendance.checked-in' })).toBe(500);
  const { data } = await test.call(getDoorCode, { event_id }, await test.tokenFor({ _id: society.creator }));
  expect(data).toMatchObject({ checked_in: 500, unconfirmed: 0 });
});

it('a hundred phones that were offline for nine minutes come back at once while stewards scan: each person is in once', async () => {
  const society = await build.buildSociety();
  const startsAt = new Date(Date.now() - 15 * 60_000);
  const event = await build.buildEvent({ society, startsAt, endsAt: new Date(Date.now() + 3_600_000) });
  const event_id = String(event._id);
  const keeper = await test.tokenFor({ _id: society.creator });
  const scanned = Date.now() - 9 * 60_000;
  const late = { event_id, code: (await doorCode(event._id, scanned)).code, at: new Date(scanned).toISOString() };
  const people = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const { user } = await build.buildAttendance({ event });
      return { user_id: String(user), token: await test.tokenFor({ _id: user }) };
    }),
  );
  const claim = async ({ token }: (typeof people)[number]) => (await test.call(checkInHere, late, token)).status;
  const scan = async ({ user_id }: (typeof people)[number]) => (await test.call(checkIn, { event_id, user_id }, keeper)).status;
  // Each phone sends twice, as after an answer that got lost; stewards meanwhile confirm the first half by their tickets.
  const answers = await Promise.all([...people.map(claim), ...people.slice(0, 50).map(scan), ...people.map(claim)]);
  expect(new Set(answers)).toEqual(new Set([200]));
  const state = async () => (await test.call(getDoorCode, { event_id }, keeper)).data;
  expect(await state()).toMatchObject({ checked_in: 50, unconfirmed: 50 });

  await Promise.all(people.flatMap((each) => [scan(each), scan(each)]));
  expect(await state()).toMatchObject({ checked_in: 100, unconfirmed: 0 });
  expect(await Attendances.countDocuments({ event: event._id, checkedInAt: { $ne: null }, claimedAt: null })).toBe(100);
  expect((await test.call(getAttendees, { event_id, show: 'checked_in' }, keeper)).counts).toMatchObject({ checked_in: 100 });
});
