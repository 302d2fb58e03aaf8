import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientOptions, type RateLimitedApp, startRateLimitedApp, timesUntilLimited } from '#gateway/testing/rate-limited-app';
import { addApp, beginSignIn, codeOf, factorPassword } from '#gateway/testing/second-factors';
import { guards } from '#models/contract/limits';
import { finishSecondFactor, type ProofMethod } from '#models/contract/second-step';
import { buildUser } from '#models/testing/builders';

let test: RateLimitedApp;
beforeAll(async () => {
  test = await startRateLimitedApp();
});
afterAll(() => test.close());

async function person() {
  const user = await buildUser({ password: factorPassword });
  return { user, ...(await addApp(test, await test.tokenFor(user))) };
}
const send = (challenge: string, code: string, from: ClientOptions, method: ProofMethod = 'totp') =>
  test.ask(finishSecondFactor, { challenge, method, code }, from);

it('the sixth guess at one address is refused, over all steps and methods; the owner gets in elsewhere', async () => {
  const { user, secret, codes } = await person();
  let n = 0;
  const guess = async () => send(await beginSignIn(test, user), '000000', { address: '10.6.0.1' }, n++ % 2 === 0 ? 'totp' : 'recovery');
  expect(await timesUntilLimited(guess, 20)).toBe(guards.factorAtPlace.points);
  expect(guards.factorAtPlace.points).toBe(5);
  expect((await send(await beginSignIn(test, user), codes[0] ?? '', { address: '10.6.0.1' }, 'recovery')).status).toBe(429);
  expect((await send(await beginSignIn(test, user), codeOf(secret), { address: '10.6.0.2' })).status).toBe(200);
});

it('guesses at the same moment are counted before they are checked', async () => {
  const { user } = await person();
  const challenge = await beginSignIn(test, user);
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(challenge, '000000', { address: '10.6.1.1' })));
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(guards.factorAtPlace.points);
});

it('guesses from many addresses are limited by account, and do not lock out a browser that the owner used', async () => {
  const { user, codes } = await person();
  const { cookie } = await send(await beginSignIn(test, user), codes[0] ?? '', { address: '10.6.2.1' }, 'recovery');
  let tries = 0;
  for (let n = 0; n < 10; n++) {
    const challenge = await beginSignIn(test, user);
    tries += await timesUntilLimited(() => send(challenge, '000000', { address: `10.6.3.${n}` }), 20);
  }
  expect(tries).toBe(guards.factorOfAccount.points);
  const challenge = await beginSignIn(test, user);
  expect((await send(challenge, codes[1] ?? '', { address: '10.6.4.1' }, 'recovery')).status).toBe(429);
  expect((await send(challenge, codes[1] ?? '', { address: '10.6.4.1', cookie: cookie! }, 'recovery')).status).toBe(200);
});

it('right codes are not counted', async () => {
  const { user, codes } = await person();
  const answers = [];
  for (const code of codes.slice(0, 7)) answers.push(await send(await beginSignIn(test, user), code, { address: '10.6.5.1' }, 'recovery'));
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
});
