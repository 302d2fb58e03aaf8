import type { Page } from 'playwright/test';
import { expect, test } from '../support/test.js';

const storedPages = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('nadi-page ')));
/** Text of the page of the last visit, which is in a closed shadow tree. */
const lastText = (page: Page): Promise<string> =>
  page.evaluate(() => (window as { lastPage?: ShadowRoot }).lastPage?.querySelector('main')?.innerText ?? '');

/** Makes the session outlive the tab, as with 'Remember me': only then pages are stored. */
const remember = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const key of ['token', 'nadi-owner']) {
      const value = sessionStorage.getItem(key);
      if (value !== null) localStorage.setItem(key, value);
      sessionStorage.removeItem(key);
    }
  });

function catchLastPage(): void {
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const shadow = attachShadow.call(this, options);
    if (this.id === 'last-page') (window as { lastPage?: ShadowRoot }).lastPage = shadow;
    return shadow;
  };
}

test('a returning member reads the page of the last visit before a script of the app has come, and then the app', async ({ signedIn }) => {
  const page = await signedIn('member');
  await remember(page);
  await page.goto('/events');
  await expect.poll(() => storedPages(page), { timeout: 20_000 }).toContain('nadi-page /events');
  const title = await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText();

  await page.addInitScript(catchLastPage);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => lastText(page)).toContain(title);
  await expect(page.getByRole('heading')).toHaveCount(0);

  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  await expect(page.locator('#last-page')).toHaveCount(0);
});

test('after a sign-out, nothing of the pages that a member saw is left in the browser', async ({ signedIn }) => {
  const page = await signedIn('member');
  await remember(page);
  await page.goto('/');
  await expect.poll(() => storedPages(page), { timeout: 20_000 }).toContain('nadi-page /');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await expect.poll(() => storedPages(page)).toEqual([]);
});
