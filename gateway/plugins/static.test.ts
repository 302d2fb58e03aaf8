import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { registerStatic } from './static.js';

const webDir = mkdtempSync(path.join(tmpdir(), 'nadi-static-'));
writeFileSync(path.join(webDir, 'index.html'), 'the app');
const app = Fastify();
await registerStatic(app, { webDir, publicUrl: 'https://nadi.example' });

afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true });
});

it.each([
  ['GET', '/', '*/*', 200],
  ['GET', '/events/abc', '*/*', 200],
  ['GET', '/events/abc/edit?from=list', 'application/json', 200],
  ['GET', '/admin/people', '*/*', 200],
  ['GET', '/no-such-page', 'text/html', 200],
  ['GET', '/no-such-page', 'application/json', 404],
  ['GET', '/posts/create_post', '*/*', 404],
  ['GET', '/events/toggle_attendance?status=attending', 'application/json', 404],
  ['POST', '/events/abc', 'text/html', 404],
] as const)('%s %s accepting %s: %i', async (method, url, accept, status) => {
  const answer = await app.inject({ method, url, headers: { accept } });
  expect(answer.statusCode).toBe(status);
  expect(answer.body === 'the app').toBe(status === 200);
});
