import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientOptions, type RateLimitedApp, startRateLimitedApp, timesUntilLimited } from '#gateway/testing/rate-limited-app';
import { deleteAccount } from '#models/contract/account';
import { login, loginByQuery } from '#models/contract/auth';
import { changePassword, forgotPassword, resetPassword } from '#models/contract/credentials';
import { guards } from '#models/contract/limits';
import { makeToken } from '#models/db/one-time-tokens';
import { buildUser } from '#models/testing/builders';

const password = 'a-long-password';

let test: RateLimitedApp;
beforeAll(async () => {
  test = await startRateLimitedApp();
});
afterAll(() => test.close());

const signIn = (email: string, from: ClientOptions, given = password) => test.ask(login, { email, password: given }, from);
const person = () => buildUser({ password });

/** Sends as many wrong passwords from one address as are let through. */
const guess = (email: string, address: string) => timesUntilLimited(() => signIn(email, { address }, 'wrong'), 100);

describe('a gateway behind one proxy', () => {
  it('lets everybody else sign in after 400 wrong passwords from one address', async () => {
    const [one, other, ...many] = await Promise.all(Array.from({ length: 42 }, person));
    const statuses = new Set<number>();
    for (let n = 0; n < 400; n++) statuses.add((await signIn(many[n % 40]!.email, { address: '66.66.66.66' }, 'wrong')).status);
    expect(statuses).toEqual(new Set([401]));
    expect((await signIn(one!.email, { address: '10.20.30.40' })).status).toBe(200);
    expect((await signIn(other!.email, { address: '66.66.66.66' })).status).toBe(200);
  });

  it('lets the owner in elsewhere after 400 wrong passwords for one account from one address', { tags: ['long'] }, async () => {
    const [one, other] = [await person(), await person()];
    for (let n = 0; n < 400; n++) await signIn(one.email, { address: '66.66.66.67' }, 'wrong');
    expect((await signIn(one.email, { address: '10.20.30.41' })).status).toBe(200);
    expect((await signIn(other.email, { address: '66.66.66.67' })).status).toBe(200);
  });

  it('does not count invalid bodies', { tags: ['long'] }, async () => {
    const user = await person();
    for (let n = 0; n < 400; n++) expect((await test.ask(login, {}, { address: '66.66.66.68' })).status).toBe(400);
    expect((await signIn(user.email, { address: '66.66.66.68' })).status).toBe(200);
  });
});

describe('guessing a password', () => {
  it('ends after ten tries from one address, in any spelling and by both calls', async () => {
    const { email } = await person();
    let n = 0;
    const attempt = () => {
      n++;
      if (n % 3 === 0) return test.ask(loginByQuery, { email, password: 'wrong' }, { address: '10.3.0.1' });
      return signIn(n % 3 === 1 ? ` ${email.toUpperCase()}` : email, { address: '10.3.0.1' }, 'wrong');
    };
    expect(await timesUntilLimited(attempt, 20)).toBe(guards.accountAtPlace.points);
    expect((await signIn(email, { address: '10.3.0.1' })).status).toBe(429);
  });

  it('ends after ten tries that come at the same moment', async () => {
    const { email } = await person();
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(email, { address: '10.3.0.2' }, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(guards.accountAtPlace.points);
  });

  it('from many addresses is limited by account, and does not lock the owner out at a familiar client', async () => {
    const { email } = await person();
    const home = { address: '10.3.1.1' };
    const { cookie } = await signIn(email, home);
    let tries = 0;
    for (let n = 0; n < 8; n++) tries += await guess(email, `10.3.2.${n}`);
    expect(tries).toBe(guards.account.points);
    expect((await signIn(email, { address: '10.3.3.1' })).status).toBe(429);
    expect((await signIn(email, home)).status).toBe(200);
    expect((await signIn(email, { address: '10.3.3.1', cookie: cookie! })).status).toBe(200);
  });

  it('from an address shared with the owner does not lock out a browser in which they signed in', async () => {
    const { email } = await person();
    const { cookie } = await signIn(email, { address: '10.3.4.1' });
    expect(await guess(email, '10.3.4.1')).toBe(guards.accountAtPlace.points);
    expect((await signIn(email, { address: '10.3.4.1' })).status).toBe(429);
    expect((await signIn(email, { address: '10.3.4.1', cookie: cookie! })).status).toBe(200);
  });

  it('in a familiar browser ends after ten tries too, and the cookie of another account does not help', async () => {
    const [user, other] = [await person(), await person()];
    const { cookie } = await signIn(user.email, { address: '10.3.5.1' });
    expect(await timesUntilLimited(() => signIn(user.email, { address: '10.3.5.2', cookie: cookie! }, 'wrong'), 20)).toBe(
      guards.accountAtPlace.points,
    );
    expect(await guess(other.email, '10.3.5.3')).toBe(guards.accountAtPlace.points);
    expect((await signIn(other.email, { address: '10.3.5.3', cookie: cookie! })).status).toBe(429);
  });

  it('at many accounts from one address is limited by address', async () => {
    const user = await person();
    const { cookie } = await signIn(user.email, { address: '10.3.6.1' });
    await test.consume('guard:address', '10.3.6.1', guards.address.points - 2);
    let n = 0;
    expect(await timesUntilLimited(() => signIn(`spray-${++n}@uni.example`, { address: '10.3.6.1' }, 'wrong'), 20)).toBe(2);
    expect((await signIn(user.email, { address: '10.3.6.1', cookie: cookie! })).status).toBe(200);
  });

  it('does not count right passwords: these are limited by account alone, since each begins a session', async () => {
    const { email } = await person();
    let n = 0;
    expect(await timesUntilLimited(() => signIn(email, { address: `10.3.7.${++n % 3}` }), 100)).toBe(guards.signIn.points);
  });
});

describe('an attacker at another address', () => {
  /** A signed-in owner of an account whose password attempts are used up. */
  async function besieged() {
    const user = await person();
    const token = await test.tokenFor(user);
    for (let n = 0; n < 6; n++) await guess(user.email, `10.4.0.${n}`);
    return { user, token };
  }

  it('cannot keep the owner from changing the password or deleting the account', async () => {
    const { token } = await besieged();
    const from = { address: '10.4.0.1', token };
    expect((await test.ask(changePassword, { password, new_password: 'another-password' }, from)).status).toBe(200);
    expect((await test.ask(deleteAccount, { password: 'another-password' }, from)).status).toBe(200);
  });

  it('cannot lock the owner out after a password reset by mail', { tags: ['long'] }, async () => {
    const { user } = await besieged();
    const from = { address: '10.4.0.1' };
    expect((await test.ask(forgotPassword, { email: user.email }, from)).status).toBe(200);
    const reset_token = await makeToken({ purpose: 'reset', user: user._id, emailFolded: user.emailFolded });
    const { status, cookie } = await test.ask(resetPassword, { reset_token, password: 'another-password' }, from);
    expect(status).toBe(200);
    expect((await signIn(user.email, { ...from, cookie: cookie! }, 'another-password')).status).toBe(200);
  });
});

it.each([
  ['changing the password', changePassword, { password: 'wrong', new_password: 'another-password' }],
  ['deleting the account', deleteAccount, { password: 'wrong' }],
] as const)('%s takes ten wrong passwords of one session, from any address', async (_name, call, input) => {
  const user = await person();
  const [token, own] = [await test.tokenFor(user), await test.tokenFor(user)];
  let n = 0;
  expect(await timesUntilLimited(() => test.ask(call, input, { address: `10.5.0.${++n}`, token }), 20)).toBe(guards.session.points);
  expect((await test.ask(call, { ...input, password }, { token: own })).status).toBe(200);
});

it('a familiar browser is recognized by an http-only, same-site cookie', async () => {
  const user = await person();
  const { headers } = await test.call(login, { email: user.email, password });
  expect(headers.get('set-cookie')).toMatch(/^nadi_browser=[\w-]{22}; Path=\/auth; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
});
