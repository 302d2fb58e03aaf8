import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientOptions, type RateLimitedApp, startRateLimitedApp, timesUntilLimited } from '#gateway/testing/rate-limited-app';
import { login } from '#models/contract/auth';
import { forgotPassword, resendVerification, verifyEmail } from '#models/contract/credentials';
import { guards, rates } from '#models/contract/limits';
import { createPost, getAllPosts, likePost } from '#models/contract/posts';
import { register } from '#models/contract/sign-up';
import { createTicket } from '#models/contract/support';
import { Mails } from '#models/db/mails';
import { newId } from '#models/db/model';
import { buildSociety, buildUser } from '#models/testing/builders';

const webDir = mkdtempSync(path.join(tmpdir(), 'nadi-limits-'));
writeFileSync(path.join(webDir, 'index.html'), '<html><head><title>Nadi</title></head></html>');

let test: RateLimitedApp;
beforeAll(async () => {
  test = await startRateLimitedApp({ trustProxy: 1, emailVerification: true, webDir });
});
afterAll(async () => {
  await test.close();
  rmSync(webDir, { recursive: true });
});

const newcomer = (name: string) => ({
  name,
  email: `${name}@uni.example`,
  password: 'a-long-password',
  student_id: `S-${name}`,
  photo: 'drawn',
});

describe('the rate limit of an account', () => {
  it('counts all of its sessions and addresses, and no other account', async () => {
    const [user, other] = [await buildUser(), await buildUser()];
    const tokens = [await test.tokenFor(user), await test.tokenFor(user)];
    let n = 0;
    const post = () =>
      test.ask(createPost, { society_id: String(newId()), content: 'Hello' }, { address: `10.1.0.${++n}`, token: tokens[n % 2]! });
    expect(await timesUntilLimited(post, 20)).toBe(rates.post.points);
    const from = { address: '10.1.0.1', token: await test.tokenFor(other) };
    expect((await test.ask(createPost, { society_id: String(newId()), content: 'Hello' }, from)).status).toBe(404);
    expect((await test.ask(likePost, { post_id: String(newId()) }, { ...from, token: tokens[0]! })).status).toBe(404);
  });
});

describe('the rate limit of visitors', () => {
  it('counts by the address that the proxy names, not by one that the client claims', async () => {
    const read = (address: string) => test.ask(getAllPosts, { limit: 1 }, { address });
    await test.consume('read:visitors', '10.2.0.1', rates.read.visitors!.points);
    expect((await read('10.2.0.1')).status).toBe(429);
    expect((await read('66.66.66.66, 10.2.0.1')).status).toBe(429);
    expect((await read('10.2.0.2')).status).toBe(200);
    expect((await read('10.2.0.1, 10.2.0.3')).status).toBe(200);
  });
});

describe('the limit of sign-ups', () => {
  const from = (address: string): ClientOptions => ({ address });

  it('allows a thousand in an hour from one address; invalid ones do not count', async () => {
    await test.consume('guard:signUp', '10.5.0.1', 1000);
    for (let n = 0; n < 400; n++) expect((await test.ask(register, {}, from('10.5.0.1'))).status).toBe(400);
    expect((await test.ask(register, newcomer('first-week'), from('10.5.0.1'))).status).toBe(201);
  });

  it('refuses by address, without effect on other addresses', async () => {
    await test.consume('guard:signUp', '10.5.0.2', guards.signUp.points - 1);
    expect((await test.ask(register, newcomer('last'), from('10.5.0.2'))).status).toBe(201);
    expect((await test.ask(register, newcomer('over'), from('10.5.0.2'))).status).toBe(429);
    expect((await test.ask(register, newcomer('over'), from('10.5.0.3'))).status).toBe(201);
  });

  it('is lower for e-mail addresses that are taken', async () => {
    await buildUser({ email: 'taken@uni.example' });
    const guess = () => test.ask(register, { ...newcomer('guess'), email: 'taken@uni.example' }, from('10.5.0.4'));
    await test.consume('guard:takenSignUp', '10.5.0.4', guards.takenSignUp.points - 2);
    expect((await test.ask(register, newcomer('honest'), from('10.5.0.4'))).status).toBe(201);
    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([409, 409, 429]);
  });
});

describe('mails that a visitor can request', () => {
  const mailsTo = async (user: { _id: ReturnType<typeof newId> }) => Mails.countDocuments({ user: user._id });
  /** Moves an account's mails beyond the pause between two mails. Not to 1970: a mail that old expires. */
  const later = (user: { _id: ReturnType<typeof newId> }) =>
    Mails.updateMany({ user: user._id }, { $set: { at: new Date(Date.now() - 120_000) } });

  it('are limited by recipient, from any address, with the same answer', async () => {
    const user = await buildUser({ email: 'flooded@uni.example' });
    for (let n = 0; n < 2 * guards.mailTo.points; n++) {
      const { status } = await test.ask(forgotPassword, { email: 'Flooded@uni.example' }, { address: `10.6.0.${n}` });
      expect(status).toBe(200);
      await later(user);
    }
    expect(await mailsTo(user)).toBe(guards.mailTo.points);
  });

  it('are limited by address', async () => {
    const forget = (address: string) => test.ask(forgotPassword, { email: 'somebody@uni.example' }, { address });
    await test.consume('guard:mailFrom', '10.6.1.1', guards.mailFrom.points);
    expect([(await forget('10.6.1.1')).status, (await forget('10.6.1.2')).status]).toEqual([429, 200]);
  });

  it('are limited by recipient for repeated verifications, also for other accounts from the same address', async () => {
    const user = await buildUser({ email: 'unproved@uni.example', verifiedAt: null });
    const token = await test.tokenFor(user);
    for (let n = 0; n < 2 * guards.mailTo.points; n++) {
      expect((await test.ask(resendVerification, {}, { address: '10.6.2.1', token })).status).toBe(200);
      await later(user);
    }
    expect(await mailsTo(user)).toBe(guards.mailTo.points);
  });
});

it('a thousand people behind one address can verify their e-mail in one minute', async () => {
  await test.consume('register', '10.7.0.1', 1000);
  const { status } = await test.ask(verifyEmail, { verify_token: 'x'.repeat(43) }, { address: '10.7.0.1' });
  expect(status).toBe(400);
});

describe('tickets of visitors', () => {
  const ticket = (email: string, address: string) =>
    test.ask(createTicket, { category: 'technical', subject: 'Help', content: 'It does not load.', email }, { address });

  it('are limited by e-mail address, not by the shared address of a campus', async () => {
    for (let n = 0; n < 20; n++) expect((await ticket(`guest-${n}@uni.example`, '10.8.0.1')).status).toBe(200);
    const one = () => ticket('Guest@uni.example', `10.8.1.${Math.floor(Math.random() * 250)}`);
    expect(await timesUntilLimited(one, 10)).toBe(guards.ticketOf.points);
  });

  it('are limited by address', async () => {
    await test.consume('guard:ticketFrom', '10.8.2.1', guards.ticketFrom.points);
    expect([(await ticket('a@uni.example', '10.8.2.1')).status, (await ticket('a@uni.example', '10.8.2.2')).status]).toEqual([429, 200]);
  });
});

it('a call over the limit of its address is refused, with a retry-after of at most a minute', async () => {
  await test.consume('signIn', '10.9.0.1', rates.signIn.points);
  const { status, retryAfter } = await test.ask(login, {}, { address: '10.9.0.1' });
  expect(status).toBe(429);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(60);
});

describe('a request outside of the calls', () => {
  const get = (url: string, address: string, more = {}) =>
    test.app.inject({ url, headers: { 'x-forwarded-for': address, accept: 'text/html', ...more } });

  it.each([
    ['a picture', 'picture', `/uploads/${newId()}`, 404],
    ['the description of the calls', 'document', '/openapi.json', 200],
    ['a page of it', 'document', '/docs/', 200],
    ['its data', 'document', '/docs/json', 200],
    ['a document beside it', 'document', '/docs/live-client.md', 200],
  ] as const)('is limited by address: %s', async (_name, bucket, url, status) => {
    const [address, other] = [`10.10.0.${url.length}`, `10.10.1.${url.length}`];
    expect((await get(url, address)).statusCode).toBe(status);
    await test.consume(bucket, address, rates[bucket].points);
    const { statusCode, headers } = await get(url, address);
    expect([statusCode, Number(headers['retry-after'])]).toEqual([429, expect.toSatisfy((seconds: number) => seconds >= 1)]);
    expect((await get(url, other)).statusCode).toBe(status);
  });

  it('serves a shared page without its preview where the reads of an address are used up', async () => {
    const { _id, name } = await buildSociety();
    const page = async (address: string) => (await get(`/societies/${_id}`, address)).body;
    expect(await page('10.10.3.1')).toContain(`<title>${name}`);
    await test.consume('read:visitors', '10.10.3.1', rates.read.visitors!.points);
    expect(await page('10.10.3.1')).toContain('<title>Nadi</title>');
    expect(await page('10.10.3.2')).toContain(`<title>${name}`);
  });

  it('is served from memory for the description of the calls', async () => {
    const packed = await get('/openapi.json', '10.10.2.1', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(100_000);
    const plain = await test.app.inject('/openapi.json');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
  });
});
