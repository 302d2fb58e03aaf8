import { type Browser, type BrowserContext, test as base, type Page } from 'playwright/test';
import { demoAccounts, demoPassword } from '#models/testing/demo';
import { newApp, type RunningApp, secretsInLogs } from './app.js';
import { collectFaults } from './faults.js';
import type { DemoAccount } from './visit.js';

export { expect } from 'playwright/test';

interface Shared {
  /** One app with the demo community for all journeys of a worker. A journey may kill parts of it, but leaves it running. */
  app: RunningApp;
}

interface Own {
  /** A page of a browser of one's own, signed in. An error in it, or a request to another server, fails the test. */
  signedIn: (account: DemoAccount, options?: { locale?: 'en' | 'ar' }) => Promise<Page>;
  /** The same, of a visitor. */
  visitor: () => Promise<Page>;
}

export const test = base.extend<Own, Shared>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from this pattern
    async ({}, use) => {
      const app = await newApp();
      await app.start();
      await use(app);
      const leaks = secretsInLogs(app);
      await app.dispose();
      if (leaks.length > 0) throw new Error(`Logged, and should not have been:\n${leaks.join('\n')}`);
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  visitor: async ({ app, browser }, use) => {
    const opened = new OpenPages(app, browser);
    await use(() => opened.open());
    await opened.close();
  },

  signedIn: async ({ app, browser }, use) => {
    const opened = new OpenPages(app, browser);
    await use(async (account, options) => {
      const page = await opened.open();
      await signIn(page, account, options?.locale);
      return page;
    });
    await opened.close();
  },
});

/** Signs in through the login page: a demo account, or whoever has the address. */
export async function signIn(page: Page, who: DemoAccount | { email: string }, locale: 'en' | 'ar' = 'en'): Promise<void> {
  const { email } = typeof who === 'string' ? demoAccounts[who] : who;
  if (locale === 'ar') await page.addInitScript(() => localStorage.setItem('nadi-language', 'ar'));
  await page.goto('/login');
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(demoPassword);
  await page.locator('form button[type="submit"]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** The browsers of one test, and what went wrong in their consoles. */
export class OpenPages {
  readonly #app: { address: string };
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #faults: string[] = [];

  constructor(app: { address: string }, browser: Browser) {
    this.#app = app;
    this.#browser = browser;
  }

  async open(): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.#app.address });
    this.#contexts.push(context);
    const page = await context.newPage();
    collectFaults(page, this.#app.address, this.#faults);
    return page;
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) {
      // A page that asks again and again may have a routed request under way.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    if (this.#faults.length > 0) throw new Error(`The page had faults:\n${this.#faults.join('\n')}`);
  }
}
