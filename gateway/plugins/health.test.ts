import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anotherGateway } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { writeSeedMark } from '#models/db/seed-mark';
import { communityLoaded, webBuilt } from './health.js';

const webDir = mkdtempSync(path.join(tmpdir(), 'nadi-web-'));

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ readiness: [webBuilt(webDir), communityLoaded('demo')] });
});
afterAll(async () => {
  await test.close();
  rmSync(webDir, { recursive: true });
});

async function ready(url = test.url): Promise<{ status: number; text: string; retryAfter: string | null }> {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') };
}
const waitsFor = (what: string) => ({ status: 503, text: expect.stringContaining(`Waiting for: ${what}.`), retryAfter: '1' });

it('/readyz is 503 before the web build and the demo community exist, and names what is missing', async () => {
  expect(await ready()).toEqual(waitsFor('the web build, the demo community'));
  writeFileSync(path.join(webDir, 'index.html'), '');
  expect(await ready()).toEqual(waitsFor('the demo community'));
});

it('/readyz is 503 while the demo community is loading', async () => {
  await writeSeedMark('loading');
  expect(await ready()).toEqual(waitsFor('the demo community'));
});

it.each(['loaded', 'kept'] as const)('/readyz is 200 once the community exists: %s', async (mark) => {
  await writeSeedMark(mark);
  expect(await ready()).toMatchObject({ status: 200, text: '{"data":"ready"}' });
});

it('/readyz needs no demo community where none is configured', async () => {
  await writeSeedMark('loading');
  const empty = await anotherGateway(test.app, { readiness: [communityLoaded('empty')] });
  expect((await ready(empty.url)).status).toBe(200);
  await empty.close();
});

it('/healthz is 200 all the time', async () => {
  expect((await fetch(`${test.url}/healthz`)).status).toBe(200);
});
