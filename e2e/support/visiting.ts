import type { BrowserContext, Page } from 'playwright/test';
import { askingAt, tokensOf } from './calls.js';
import { collectFaults } from './faults.js';
import { test as base, expect } from './test.js';
import type { Ask, Look, Visit, Who } from './visit.js';

/** The token of whoever signs in; a visitor has none. Each account signs in once. */
type TokenOf = (who: Who) => Promise<string | undefined>;

interface Shared {
  tokenOf: TokenOf;
  asking: Ask;
}

interface Own {
  /** A page as somebody finds it, once everything on it has come. A fault of it fails the test. */
  visit: (visit: Visit, look: Look) => Promise<Page>;
}

export const test = base.extend<Own, Shared>({
  tokenOf: [async ({ app }, use) => use(tokensOf(app.address)), { scope: 'worker' }],

  asking: [async ({ app, tokenOf }, use) => use(askingAt(app.address, tokenOf)), { scope: 'worker' }],

  visit: async ({ app, browser, tokenOf, asking }, use) => {
    const opened: BrowserContext[] = [];
    const faults: string[] = [];
    await use(async (visit, look) => {
      const kept = storage(await tokenOf(visit.who), look);
      const context = await browser.newContext({
        baseURL: app.address,
        viewport: { width: look.width, height: look.width === 390 ? 844 : 900 },
        reducedMotion: 'reduce',
        storageState: { cookies: [], origins: [{ origin: app.address, localStorage: kept }] },
      });
      opened.push(context);
      const page = await context.newPage();
      collectFaults(page, app.address, faults);
      collectComplaints(page, visit.refused ?? [], faults);
      await page.goto(typeof visit.path === 'string' ? visit.path : await visit.path(asking));
      await settle(page);
      return page;
    });
    for (const context of opened) await context.close();
    expect(faults, 'faults of the page').toEqual([]);
  },
});

/** What the browser keeps for us. */
function storage(token: string | undefined, { language, scheme }: Look): { name: string; value: string }[] {
  const choices = [
    { name: 'nadi-language', value: language },
    { name: 'nadi-scheme', value: scheme },
  ];
  return token === undefined ? choices : [...choices, { name: 'token', value: token }];
}

/** Errors in the console and failed requests; the browser's own line about a failed request says nothing more. */
function collectComplaints(page: Page, refused: readonly number[], faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !refused.includes(response.status())) faults.push(`${response.status()} of ${response.url()}`);
  });
}

/** Waits until nothing is on its way any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.evaluate(placeholdersInSight), 'placeholders that stay').toBe(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** A list that goes on has some below, for its next page. */
const placeholdersInSight = (): number =>
  [...document.querySelectorAll('.mantine-Skeleton-root')].filter((each) => each.getBoundingClientRect().top < window.innerHeight).length;
