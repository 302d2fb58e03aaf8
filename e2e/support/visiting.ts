import type { Browser, BrowserContext, Page } from 'playwright/test';
import { askingAt, tokensOf } from './calls.js';
import { collectFaults } from './faults.js';
import { test as base, expect } from './test.js';
import { type Ask, layOutSkipped, type PageLook, sizeOf, type Visit, type Who } from './visit.js';

/** The token of whoever signs in; a visitor has none. Each account signs in once. */
type TokenOf = (who: Who) => Promise<string | undefined>;

/** A page as somebody opened it, and what was wrong on it since it was last asked. */
interface Opened {
  page: Page;
  context: BrowserContext;
  faults: string[];
}

/** The page that was opened last, and for which visit and language. */
interface LastPage {
  opened?: Opened & { visit: Visit; language: PageLook['language'] };
}

interface Shared {
  tokenOf: TokenOf;
  asking: Ask;
  lastPage: LastPage;
}

interface Own {
  /** A page as somebody finds it, once everything on it has come. A fault of it fails the test. */
  visit: (visit: Visit, look: PageLook) => Promise<Page>;
  /** The same, but a page that is open in this language already only changes its width and what the system's scheme is. */
  see: (visit: Visit, look: PageLook) => Promise<Page>;
}

export const test = base.extend<Own, Shared>({
  tokenOf: [async ({ app }, use) => use(tokensOf(app.address)), { scope: 'worker' }],

  asking: [async ({ app, tokenOf }, use) => use(askingAt(app.address, tokenOf)), { scope: 'worker' }],

  lastPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from this pattern
    async ({}, use) => {
      const lastPage: LastPage = {};
      await use(lastPage);
      await lastPage.opened?.context.close();
    },
    { scope: 'worker' },
  ],

  visit: async ({ app, browser, tokenOf, asking }, use) => {
    const all: Opened[] = [];
    await use(async (visit, look) => {
      const opened = await open(browser, app.address, storage(await tokenOf(visit.who), look), visit, look);
      all.push(opened);
      await goTo(opened.page, visit, asking);
      return opened.page;
    });
    for (const { context } of all) await context.close();
    expect(
      all.flatMap(({ faults }) => faults),
      'faults of the page',
    ).toEqual([]);
  },

  see: async ({ app, browser, tokenOf, asking, lastPage }, use) => {
    await use(async (visit, look) => {
      const before = lastPage.opened;
      if (before?.visit === visit && before.language === look.language) {
        await turn(before.page, look);
        return before.page;
      }
      await before?.context.close();
      const opened = await open(browser, app.address, storage(await tokenOf(visit.who), { language: look.language }), visit, look);
      lastPage.opened = { ...opened, visit, language: look.language };
      await goTo(opened.page, visit, asking);
      return opened.page;
    });
    expect(lastPage.opened?.faults.splice(0), 'faults of the page').toEqual([]);
  },
});

async function open(browser: Browser, baseURL: string, stored: Stored[], visit: Visit, look: PageLook): Promise<Opened> {
  const context = await browser.newContext({
    baseURL,
    viewport: sizeOf(look),
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: stored }] },
  });
  const page = await context.newPage();
  const faults: string[] = [];
  collectFaults(page, baseURL, faults);
  collectComplaints(page, visit.refused ?? [], faults);
  return { page, context, faults };
}

async function goTo(page: Page, { path }: Visit, asking: Ask): Promise<void> {
  await page.goto(typeof path === 'string' ? path : await path(asking));
  await settle(page);
}

async function turn(page: Page, look: PageLook): Promise<void> {
  // Else what is below the screen would keep the colours of the previous scheme.
  await page.evaluate(layOutSkipped);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.setViewportSize(sizeOf(look));
  await page.emulateMedia({ colorScheme: look.scheme });
  await settle(page);
}

type Stored = { name: string; value: string };

/** Stored settings of the browser; without a chosen scheme it uses the system's. */
export function storage(token: string | undefined, { language, scheme }: Pick<PageLook, 'language'> & Partial<PageLook>): Stored[] {
  const choices = { 'nadi-language': language, 'nadi-scheme': scheme, token };
  return Object.entries(choices).flatMap(([name, value]) => (value ? [{ name, value }] : []));
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
  await page.evaluate(transitionsToEnd);
}

/**
 * With reduced motion every change of a style is a transition, which lasts until the next frame: on a busy machine, for a while. The
 * end of one begins those of elements inside that inherit the value.
 */
const transitionsToEnd = async (): Promise<void> => {
  const transitions = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  for (let running = transitions(); running.length > 0; running = transitions()) {
    await Promise.allSettled(running.map(({ finished }) => finished));
  }
};

/** A list that goes on has some below, for its next page. */
const placeholdersInSight = (): number =>
  [...document.querySelectorAll('.mantine-Skeleton-root')].filter((each) => each.getBoundingClientRect().top < window.innerHeight).length;
