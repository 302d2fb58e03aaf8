import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { login, loginByQuery, register } from '#models/contract/auth';
import type { Call } from '#models/contract/define';
import { rates, signInByEmail } from '#models/contract/limits';
import { createPost, likePost } from '#models/contract/posts';
import { newId } from '#models/db/model';
import { buildUser } from '#models/testing/builders';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ rateLimits: true, trustProxy: true });
});
afterAll(() => test.close());

interface From {
  address?: string;
  token?: string;
}

/** Calls as from another address. */
async function ask(call: Call, input: object, { address = '10.0.0.1', token }: From = {}) {
  const isQuery = call.method === 'GET';
  const answer = await test.app.inject({
    method: call.method as 'GET' | 'POST',
    url: call.path,
    ...(isQuery ? { query: input as Record<string, string> } : { payload: input }),
    headers: { 'x-forwarded-for': address, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']) };
}

/** How often it can be asked before it is too often; the refusal says when to come back. */
async function timesOf(again: () => ReturnType<typeof ask>, atMost: number): Promise<number> {
  for (let times = 0; times <= atMost; times++) {
    const { status, retryAfter } = await again();
    if (status !== 429) continue;
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(3600);
    return times;
  }
  return Number.POSITIVE_INFINITY;
}

const signIn = (email: string, from?: From, password = 'wrong') => ask(login, { email, password }, from);

describe('an account', () => {
  it('is counted whatever its sessions and addresses, and no other with it', async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const tokens = [await test.tokenFor(user), await test.tokenFor(user)];
    let n = 0;
    const post = () =>
      ask(createPost, { society_id: String(newId()), content: 'Hello' }, { address: `10.1.0.${++n}`, token: tokens[n % 2]! });
    expect(await timesOf(post, 20)).toBe(rates.post.points);
    const from = { address: '10.1.0.1', token: await test.tokenFor(other) };
    expect((await ask(createPost, { society_id: String(newId()), content: 'Hello' }, from)).status).toBe(404);
    expect((await ask(likePost, { post_id: String(newId()) }, { ...from, token: tokens[0]! })).status).toBe(404);
  });
});

describe('signing in', () => {
  it('is counted by e-mail, from any address, without regard to case and by both calls; the right password does not help', async () => {
    const user = await buildUser({ password: 'a-long-password' });
    let n = 0;
    const attempt = () => {
      n++;
      const from = { address: `10.3.0.${n}` };
      if (n % 3 === 0) return ask(loginByQuery, { email: user.email, password: 'wrong' }, from);
      return signIn(n % 3 === 1 ? ` ${user.email.toUpperCase()}` : user.email, from);
    };
    expect(await timesOf(attempt, 20)).toBe(signInByEmail.points);
    expect((await signIn(user.email, { address: '10.3.1.1' }, 'a-long-password')).status).toBe(429);
    expect((await signIn('somebody@uni.example', { address: '10.3.0.1' })).status).toBe(401);
  });

  it('is counted by address, and tells nobody at another address', async () => {
    let n = 0;
    const attempt = () => ask(login, { email: `nobody-${++n}@uni.example`, password: '' }, { address: '10.4.0.1' });
    expect(await timesOf(attempt, rates.signIn.points + 5)).toBe(rates.signIn.points);
    expect((await ask(login, { email: 'x@uni.example', password: '' }, { address: '10.4.0.2' })).status).toBe(400);
  });
});

it('signing up is counted by address', async () => {
  const attempt = () => ask(register, {}, { address: '10.5.0.1' });
  expect(await timesOf(attempt, rates.register.points + 5)).toBe(rates.register.points);
  expect((await ask(register, {}, { address: '10.5.0.2' })).status).toBe(400);
});
