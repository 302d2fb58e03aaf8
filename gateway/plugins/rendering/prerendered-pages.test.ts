import { afterAll, beforeAll, expect, it } from 'vitest';
import { isShell, makeRenderingBuild, stateOf } from '#gateway/testing/rendering-build';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { deleteSociety } from '#models/contract/society-removal';
import { buildSociety } from '#models/testing/builders';

const paths = ['/', '/about', '/terms', '/privacy', '/login', '/signup', '/events', '/societies'];
/** Pages in both languages, for phones and desktops. */
const number = paths.length * 4;
const slow = { waitMs: 2000 };
const phone = { 'accept-language': 'ar', 'user-agent': 'Mobile' };

const build = makeRenderingBuild();
let test: TestApp;
beforeAll(async () => {
  build.setPages({ '/societies': { urls: ['/societies/get_all_societies?limit=20'] } });
  test = await startTestApp({ webDir: build.webDir, rendering: { prerendering: { delayMs: 100, pauseMs: 100 } } });
});
afterAll(async () => {
  await test.close();
  build.remove();
});

const pageOf = async (url: string, headers: Record<string, string> = {}) => (await fetch(test.url + url, { headers })).text();

it('the pages without an id are rendered after the start, in both languages, for phones and desktops', async () => {
  await expect.poll(() => new Set(build.rendered()).size, { timeout: 30_000 }).toBe(number);
  build.setPages(Object.fromEntries(paths.map((path) => [path, slow])));
  for (const path of paths) {
    expect(await pageOf(path)).toContain(`<h1>${path} en latn true auto</h1>`);
    expect(await pageOf(path, phone)).toContain(`<h1>${path} ar latn false auto</h1>`);
  }
  expect(build.rendered()).toHaveLength(number);
});

it('a page of which something was removed is rendered again before somebody asks for it', async () => {
  const urls = ['/societies/get_all_societies?limit=20'];
  build.setPages({ '/societies': { urls } });
  const society = await buildSociety({ name: 'Gone by noon' });
  const admin = await test.tokenFor({ _id: society.creator });
  const before = build.rendered().length;
  const gone = await test.call(deleteSociety, { society_id: String(society._id), confirm: society.name }, admin);
  expect(gone.status).toBe(200);
  const again = () =>
    build
      .rendered()
      .slice(before)
      .filter((page) => page.startsWith('/societies '));
  await expect.poll(() => new Set(again()).size, { timeout: 30_000 }).toBe(4);
  build.setPages({ '/societies': slow });
  const page = await pageOf('/societies');
  expect(isShell(page)).toBe(false);
  expect(stateOf(page)[0]?.body).not.toContain('Gone by noon');
});
