import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RateLimitedApp, startRateLimitedApp } from '#gateway/testing/rate-limited-app';
import { login } from '#models/contract/auth';
import { buildUser } from '#models/testing/builders';

const password = 'a-long-password';

let test: RateLimitedApp;
beforeAll(async () => {
  test = await startRateLimitedApp();
});
afterAll(() => test.close());

it('a thousand people behind one address sign in within five minutes, one in ten after a wrong password', async () => {
  const people = await Promise.all(Array.from({ length: 1000 }, () => buildUser({ password })));
  const from = { address: '10.30.0.1' };
  const begun = Date.now();
  const answers = await Promise.all(
    people.map(async ({ email }, n) => {
      if (n % 10 === 0) await test.ask(login, { email, password: 'mistyped' }, from);
      return test.ask(login, { email, password }, from);
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Date.now() - begun).toBeLessThan(300_000);
});
