import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RateLimitedApp, startRateLimitedApp, timesUntilLimited } from '#gateway/testing/rate-limited-app';
import { checkInHere } from '#models/contract/door';
import { guards } from '#models/contract/limits';
import { doorCode } from '#models/db/door-codes';
import { buildAttendance, buildEvent } from '#models/testing/builders';

let test: RateLimitedApp;
beforeAll(async () => {
  test = await startRateLimitedApp();
});
afterAll(() => test.close());

it('wrong door codes are limited for each person and event; right ones do not count', async () => {
  const event = await buildEvent({ startsAt: new Date(), endsAt: new Date(Date.now() + 3_600_000) });
  const guest = async () => test.tokenFor({ _id: (await buildAttendance({ event })).user });
  const [token, other] = [await guest(), await guest()];
  const right = async () => (await doorCode(event._id)).code;
  const wrong = (await right()) === '000000' ? '000001' : '000000';
  const press = (code: string, from: string) => test.ask(checkInHere, { event_id: String(event._id), code }, { token: from });
  expect(await timesUntilLimited(() => press(wrong, token), guards.doorCode.points + 2)).toBe(guards.doorCode.points);
  expect((await press(await right(), token)).status).toBe(429);
  expect((await press(await right(), other)).status).toBe(200);
  // A person who is in stays in.
  expect((await press(wrong, other)).status).toBe(200);
});
