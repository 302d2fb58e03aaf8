import type { Page } from 'playwright/test';
import { expect } from './test.js';

/** Age of a page from which on its browser would ask again for what happened since (milliseconds). */
const maxAge = 60_000;

/** Opens a page that the gateway renders. The first requests may get the shell, or the page as it was some minutes ago. */
export async function openRendered(page: Page, path: string): Promise<void> {
  await expect
    .poll(
      async () => {
        // Without JavaScript, the shell that is open may ask for itself again at the same time.
        const answer = await page.goto(path, { waitUntil: 'commit' }).catch(() => null);
        const [, position = '0'] = /"position":"(\d+)-/.exec((await answer?.text()) ?? '') ?? [];
        return Date.now() - Number(position);
      },
      { timeout: 30_000, message: `age of ${path}` },
    )
    .toBeLessThan(maxAge);
}

/** Waits until the app runs the page, which may have come rendered: it answers keys from then on. */
export const takenOver = (page: Page): Promise<void> => expect(page.locator('html:not([data-rendered])')).toHaveCount(1);
