import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { buildUser } from '#models/testing/builders';

const webDir = mkdtempSync(path.join(tmpdir(), 'nadi-headers-'));
let test: TestApp;
let token: string;
const password = 'a-long-password';
let email: string;

const inline = 'if (1 < 2) boot()';

beforeAll(async () => {
  for (const folder of ['.vite', 'assets']) mkdirSync(path.join(webDir, folder));
  for (const file of ['index.html', '.vite/manifest.json', 'assets/app.js']) writeFileSync(path.join(webDir, file), '{}');
  writeFileSync(path.join(webDir, 'index.html'), `<head><script>${inline}</script><script src="/assets/app.js"></script></head>`);
  test = await startTestApp({ webDir });
  const user = await buildUser({ password });
  email = user.email;
  token = await test.tokenFor(user);
});
afterAll(async () => {
  await test.close();
  rmSync(webDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${test.url}${url}`, { headers: { authorization: `Bearer ${token}`, ...headers }, redirect: 'manual' });

describe('caching headers', () => {
  it.each(['/auth/get_user_info', '/users/export_data', '/posts/get_all_posts', '/nothing-there', '/healthz'])(
    '%s is not stored',
    async (url) => {
      expect((await get(url)).headers.get('cache-control')).toBe('no-store');
    },
  );

  it('an answer with a token and a refusal are not stored', async () => {
    for (const given of [password, 'a-wrong-password']) {
      const body = JSON.stringify({ email, password: given });
      const answer = await fetch(`${test.url}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([given === password ? 200 : 401, 'no-store']);
    }
  });

  it('built files are cached for a year', async () => {
    expect((await get('/assets/app.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});

it('the content security policy allows our own origin and the page’s inline script alone', async () => {
  const policy = (await get('/healthz')).headers.get('content-security-policy') ?? '';
  const sources = Object.fromEntries(policy.split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));
  expect(sources).toEqual({
    'default-src': "'self'",
    'base-uri': "'self'",
    'connect-src': "'self' ws://nadi.example",
    'font-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'self'",
    'img-src': "'self' data: blob:",
    'object-src': "'none'",
    'script-src': `'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}'`,
    'script-src-attr': "'none'",
    'style-src': "'self' 'unsafe-inline'",
  });
});

it('the build’s manifest is not served', async () => {
  expect((await get('/.vite/manifest.json')).status).toBe(404);
});

describe('fixed addresses', () => {
  it('change-password redirects to the page with the password', async () => {
    const answer = await get('/.well-known/change-password');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account?tab=security']);
  });

  it('security.txt names the contact, and expires in a year', async () => {
    const text = await (await get('/.well-known/security.txt')).text();
    expect(text).toContain('Contact: mailto:support@uni.example\n');
    expect(text).toContain('Canonical: http://nadi.example/.well-known/security.txt\n');
    const ends = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(ends - Date.now()).toBeGreaterThan(363 * 24 * 3600_000);
    expect(ends - Date.now()).toBeLessThanOrEqual(365 * 24 * 3600_000);
  });

  it('robots.txt excludes pages that need a login', async () => {
    const answer = await get('/robots.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toMatch(/^User-agent: \*\nDisallow: \/account\n/);
  });
});
