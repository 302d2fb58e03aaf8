import type { Page } from 'playwright/test';
import { calls } from '#models/contract/index';
import { getPostsBySociety } from '#models/contract/posts';
import { callApi } from '#models/testing/api-client';
import { demoSocieties } from '#models/testing/demo';
import { dataOf } from '../support/calls.js';
import { openRendered, takenOver } from '../support/rendered.js';
import { expect, test } from '../support/test.js';

const { shared, closed, hidden } = demoSocieties;
const callPaths = new Set<string>(calls.map(({ path }) => path));
const pages = ['/', '/about', '/terms', '/privacy', '/login', '/signup', '/events', '/societies', `/societies/${shared.id}`];

// Each opens about ten pages, and waits until they are rendered.
test.describe.configure({ timeout: 300_000 });

/** Records the calls that a page makes. */
function recordCalls(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (callPaths.has(pathname)) made.push(pathname);
  });
  return made;
}

/** Holds the app's scripts back, so that the page stays as it was rendered, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Id of a post that anybody may read. */
async function openPost(address: string): Promise<string> {
  const [post] = await dataOf(callApi(address, getPostsBySociety, { society_id: shared.id, limit: 1 }));
  if (!post) throw new Error(`${shared.name} has no post`);
  return post.ID;
}

test('without JavaScript a visitor reads every public page and follows its links', async ({ app, browser }) => {
  const context = await browser.newContext({ baseURL: app.address, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of pages) {
    await openRendered(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await openRendered(page, '/events');
  const title = await page.locator('article h2').first().innerText();
  await page.locator('article a').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.getByRole('link', { name: 'View society' }).click();
  await expect(page).toHaveURL(/\/societies\/[0-9a-f]{24}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});

test('without JavaScript a page for members says what it needs, in both languages, and links to what can be read', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: app.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/account');
  for (const [number, words] of ['This page needs JavaScript', 'تحتاج هذه الصفحة إلى JavaScript'].entries()) {
    const note = page.locator('noscript p').nth(number);
    await expect(note).toBeVisible();
    expect(await note.innerText()).toContain(words);
  }
  await page.getByRole('link', { name: 'Events' }).click();
  await expect(page).toHaveURL(/\/events$/);
  // A page that is not rendered yet asks for itself again.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 });
  await context.close();
});

const desktop = { width: 1440, height: 900 };
for (const [look, options, chosen] of [
  ['a phone, in Arabic', { locale: 'ar-JO', viewport: { width: 390, height: 844 }, isMobile: true, userAgent: 'Mobile' }, null],
  ['a desktop, in English', { viewport: desktop }, null],
  ['a desktop of somebody who chose the dark scheme', { viewport: desktop }, 'dark'],
] as const) {
  test(`every rendered page is taken over as it is, and asks for nothing again: ${look}`, async ({ app, browser }) => {
    // A service worker would answer the requests for scripts, which could then not be held back.
    const context = await browser.newContext({ baseURL: app.address, serviceWorkers: 'block', ...options });
    if (chosen) await context.addInitScript((scheme) => localStorage.setItem('nadi-scheme', scheme), chosen);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    const made = recordCalls(page);
    await openRendered(page, '/events');
    const event = await page.locator('article a').first().getAttribute('href');
    for (const path of [...pages, String(event), `/posts/${await openPost(app.address)}`]) {
      await page.unrouteAll({ behavior: 'wait' });
      const release = await holdScripts(page);
      await openRendered(page, path);
      await page
        .locator('h1')
        .first()
        .evaluate((heading) => heading.setAttribute('data-rendered-here', ''));
      made.length = 0;
      release();
      await takenOver(page);
      await expect(page.locator('h1[data-rendered-here]')).toHaveCount(1);
      await page.waitForLoadState('networkidle');
      expect(made, path).toEqual([]);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('a rendered page has the style of everything on it before any script runs', async ({ visitor }) => {
  const page = await visitor();
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  for (const path of pages) {
    await openRendered(page, path);
    await page.waitForLoadState('load');
    const unstyled = await page.evaluate(() => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('\n');
      const names = [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]);
      return [...new Set(names)].filter((name) => /^_\w+_\w{5}_/.test(name) && !rules.includes(name));
    });
    expect(unstyled, path).toEqual([]);
  }
});

for (const [scheme, colour] of [
  ['light', 'rgb(245, 245, 239)'],
  ['dark', 'rgb(12, 18, 15)'],
] as const) {
  test(`before any script, the app’s shell is ${scheme} and has a placeholder`, async ({ visitor }) => {
    const page = await visitor();
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto('/account');
    await expect(page.locator('html')).toHaveCSS('background-color', colour);
    expect(await page.locator('#root').evaluate((root) => getComputedStyle(root, '::before').display)).toBe('block');
  });
}

test('a press on a rendered page waits until the page is taken over', async ({ visitor }) => {
  const page = await visitor();
  const release = await holdScripts(page);
  await openRendered(page, '/about');
  await page.getByRole('button', { name: 'العربية' }).click();
  release();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  const again = await page.goto('/about');
  expect(await again?.text()).toContain('<html lang="ar" dir="rtl"');
});

test('Enter in the search field of a rendered page searches once the page is taken over', async ({ visitor }) => {
  const page = await visitor();
  await page.setViewportSize({ width: 1440, height: 900 });
  const release = await holdScripts(page);
  await openRendered(page, '/about');
  const field = page.getByRole('searchbox', { name: 'Search Nadi' });
  await field.fill(shared.name);
  await field.press('Enter');
  release();
  await expect(page).toHaveURL(/\/search\?query=/);
  await expect(page.getByRole('link', { name: shared.name }).first()).toBeVisible();
});

test('what is typed into a rendered page is in its field when the page is taken over', async ({ visitor }) => {
  const page = await visitor();
  const release = await holdScripts(page);
  await openRendered(page, '/login');
  const email = page.getByLabel('Email');
  await email.fill('lina@uni.example');
  release();
  await takenOver(page);
  await expect(email).toHaveValue('lina@uni.example');
  await email.press('End');
  await email.pressSequentially('.org');
  await expect(email).toHaveValue('lina@uni.example.org');
});

for (const [scheme, colour] of [
  ['light', 'rgb(245, 245, 239)'],
  ['dark', 'rgb(12, 18, 15)'],
] as const) {
  test(`without JavaScript a rendered page is ${scheme} where the system is`, async ({ app, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: scheme, baseURL: app.address });
    const page = await context.newPage();
    await openRendered(page, '/events');
    await expect(page.locator('body')).toHaveCSS('background-color', colour);
    await context.close();
  });
}

test('what only members see is in no rendered page, and a member gets the app’s shell', async ({ app, visitor, signedIn }) => {
  const page = await visitor();
  await openRendered(page, '/societies');
  expect(await page.content()).not.toContain(hidden.id);
  expect(await (await page.goto(`/societies/${hidden.id}`))?.text()).not.toContain(hidden.name);
  await openRendered(page, `/societies/${closed.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(closed.name);
  await expect(page.getByRole('article')).toHaveCount(0);
  const member = await signedIn('member');
  for (const path of pages) {
    const answer = await member.goto(app.address + path);
    expect(await answer?.text(), path).not.toContain('rendered-state');
  }
});
