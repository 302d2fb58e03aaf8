import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { RenderJob } from '#models/contract/rendering';
import { makeRenderer, type Renderer, RendererBusy } from './renderer.js';

const folder = mkdtempSync(path.join(tmpdir(), 'nadi-renderer-'));
let renderer: Renderer;
afterEach(() => renderer.close());
afterAll(() => rmSync(folder, { recursive: true }));

/** A build that takes some time to load, and to render each page. */
function buildOf({ loadMs = 0, renderMs = 0 }): string {
  const file = path.join(folder, `${loadMs}-${renderMs}.mjs`);
  const wait = (ms: number): string => `await new Promise((resolve) => setTimeout(resolve, ${ms}));`;
  writeFileSync(file, `${wait(loadMs)}\nexport async function renderPage({ path }) { ${wait(renderMs)} return { body: path }; }`);
  return file;
}

const job = (at: string): RenderJob => ({
  path: at,
  view: { language: 'en', digits: 'latn', isWide: true, today: '2026-11-26' },
  scheme: 'auto',
  position: '0-0',
});
const ask = async () => ({ status: 200, body: '' });

it('renders a page though loading the build takes longer than a page may', async () => {
  renderer = makeRenderer(buildOf({ loadMs: 6000 }), { renderMs: 5000 });
  expect(await renderer.render(job('/about'), ask)).toEqual({ body: '/about' });
}, 30_000);

it('gives up a page that takes too long, and renders the next one', async () => {
  renderer = makeRenderer(buildOf({ renderMs: 60_000 }), { renderMs: 200 });
  const failure = await renderer.render(job('/about'), ask).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(RendererBusy);
});

it('refuses a page while too many wait, and those under way when it closes', async () => {
  renderer = makeRenderer(buildOf({ renderMs: 60_001 }), { renderMs: 60_000, waiting: 1, waitMs: 60_000 });
  const pages = ['/a', '/b', '/c'].map((at) => renderer.render(job(at), ask).catch((error: unknown) => error));
  expect(await pages[2]).toBeInstanceOf(RendererBusy);
  await renderer.close();
  expect(await pages[0]).toBeInstanceOf(RendererBusy);
}, 30_000);
