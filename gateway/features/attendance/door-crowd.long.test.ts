import { expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { checkInHere, getDoorCode } from '#models/contract/door';
import { Activities } from '#models/db/activities';
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
