import fastifyCookie from '@fastify/cookie';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardCookie } from '#gateway/plugins/board-session';
import { boardStyles } from '#gateway/plugins/board-styles';
import { hashToken } from '#gateway/plugins/context';
import { setUpTestApp } from '#gateway/testing/test-app';
import { addJob, queue, queueNames } from '#models/bus/jobs';
import { boardPath, openBoard } from '#models/contract/admin';
import { logout } from '#models/contract/auth';
import { type Id, newId } from '#models/db/model';
import { Users } from '#models/db/users';
import { buildSession, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { silent } from '#workers/log';
import { startWorkers, type Workers } from '#workers/start';

const address = 'somebody@uni.example';
let isMended = false;

const test = setUpTestApp();
let workers: Workers;
beforeAll(async () => {
  workers = await startWorkers({
    redisUrl: test.redisUrl,
    ...testSettings,
    log: silent,
    trendingEveryMs: 3600_000,
    handlers: {
      'cards.recommendations': async () => {
        if (!isMended) throw new Error(`The mail server refused ${address}.`);
      },
    },
  });
});
afterAll(async () => {
  await workers.close();
});

async function admin() {
  const user = await buildUser({ role: 'admin' });
  return { user, token: await buildSession(user) };
}

const set = (headers: Headers): string => headers.get('set-cookie') ?? '';

/** Opens the board; returns the cookie in the form in which a browser sends it. */
async function cookieOf(token: string): Promise<string> {
  const answer = await test.call(openBoard, {}, token);
  expect(answer.status).toBe(200);
  return set(answer.headers).split(';')[0] ?? '';
}

function ask(path: string, cookie?: string, method = 'GET'): Promise<Response> {
  return fetch(`${test.url}${boardPath}${path}`, { method, headers: cookie === undefined ? {} : { cookie } });
}

async function expectShut(cookie: string | undefined): Promise<void> {
  for (const path of ['', '/queue/mail', '/api/queues', '/static/favicon.ico']) {
    const answer = await ask(path, cookie);
    expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, 403, 'forbidden']);
  }
}

describe('opening the queue board', () => {
  it('gives a platform admin a cookie for its path, valid for an hour, http-only and same-site', async () => {
    const { token } = await admin();
    const answer = await test.call(openBoard, {}, token);
    expect(answer.data.link).toBe(boardPath);
    const left = Date.parse(answer.data.expires_at) - Date.now();
    expect(left).toBeGreaterThan(3_590_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
    const cookie = set(answer.headers);
    expect(cookie).toMatch(/^nadi_board=/);
    for (const part of [`Path=${boardPath}`, 'HttpOnly', 'SameSite=Strict', 'Expires=']) expect(cookie).toContain(part);
    expect(cookie).not.toContain(token);
  });

  it('sets a secure cookie where the public address is https', async () => {
    const { token } = await admin();
    expect(set((await test.call(openBoard, {}, token)).headers)).not.toContain('Secure');
    test.app.settings.publicUrl = 'https://nadi.example';
    expect(set((await test.call(openBoard, {}, token)).headers)).toContain('Secure');
    test.app.settings.publicUrl = 'http://nadi.example';
  });
});

describe('the queue board refuses', () => {
  it('a visitor', () => expectShut(undefined));

  it('an admin’s token without the cookie', async () => {
    const { token } = await admin();
    const answer = await fetch(`${test.url}${boardPath}/api/queues`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
  });

  it('a forged cookie', async () => {
    const { token } = await admin();
    const value = `${hashToken(token)}.${Date.now() + 60_000}`;
    await expectShut(`nadi_board=${encodeURIComponent(fastifyCookie.sign(value, 'another-key'))}`);
    await expectShut(`nadi_board=${value}`);
  });

  it('a user who was never an admin, even with a signed cookie', async () => {
    const { value } = await boardCookie(hashToken(await buildSession(await buildUser())));
    await expectShut(`nadi_board=${encodeURIComponent(value)}`);
  });

  it('a cookie after an hour', async () => {
    const { token } = await admin();
    const { value } = await boardCookie(hashToken(token), Date.now() - 3_600_000);
    await expectShut(`nadi_board=${encodeURIComponent(value)}`);
  });

  it.each([
    ['signs out', async (_user: unknown, token: string) => void (await test.call(logout, {}, token))],
    ['is suspended', async ({ _id }: { _id: Id }) => void (await Users.updateOne({ _id }, { $set: { suspendedAt: new Date() } }))],
    ['is no platform admin any more', async ({ _id }: { _id: Id }) => void (await Users.updateOne({ _id }, { $set: { role: 'user' } }))],
  ])('an admin who %s, at once', async (_what, happen) => {
    const { user, token } = await admin();
    const cookie = await cookieOf(token);
    expect((await ask('/api/queues', cookie)).status).toBe(200);
    await happen(user, token);
    await expectShut(cookie);
  });
});

describe('the queue board', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = await cookieOf((await admin()).token);
  });

  it('hides refused controls, loads nothing from other servers, and is not cached', async () => {
    const answer = await ask('', cookie);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const page = await answer.text();
    expect(page).toContain('<title>Nadi</title>');
    expect(page).toContain(`<style>${boardStyles}</style></head>`);
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
    for (const [, file] of page.matchAll(/(?:src|href)="(static\/[^"]+)"/g)) expect((await ask(`/${file}`, cookie)).status).toBe(200);
  });

  it('shows every queue', async () => {
    const { queues } = (await (await ask('/api/queues', cookie)).json()) as { queues: { name: string }[] };
    expect(queues.map(({ name }) => name).toSorted()).toEqual([...queueNames].sort());
  });

  it('shows a failed job and its reason without e-mail addresses, and retries it', async () => {
    const id = `shown-${newId()}`;
    await addJob('cards.recommendations', { user: String(newId()) }, { jobId: id, attempts: 1 });
    const stateOf = () => queue('cards').getJobState(id);
    await expect.poll(stateOf, { timeout: 10_000 }).toBe('failed');
    const shown = await (await ask('/api/queues?activeQueue=cards&status=failed', cookie)).text();
    expect(shown).toContain(id);
    expect(shown).toContain('The mail server refused …@…');
    expect(shown).not.toContain(address);
    isMended = true;
    expect((await ask(`/api/queues/cards/${id}/retry`, cookie, 'PUT')).status).toBe(204);
    await expect.poll(stateOf, { timeout: 10_000 }).toBe('unknown');
  });

  it.each([
    ['PUT', '/api/queues/cards/empty'],
    ['PUT', '/api/queues/cards/pause'],
    ['PUT', '/api/queues/pause'],
    ['PUT', '/api/queues/cards/obliterate'],
    ['PUT', '/api/queues/cards/clean/failed'],
    ['PUT', '/api/queues/cards/a-job/clean'],
    ['POST', '/api/queues/cards/add'],
    ['PATCH', '/api/queues/cards/a-job/update-data'],
    ['PUT', '/api/queues/cards/job-schedulers/cards.trending/remove'],
  ])('refuses every other action: %s %s', async (method, path) => {
    expect((await ask(path, cookie, method)).status).toBe(403);
    expect(await queue('cards').isPaused()).toBe(false);
  });
});
