import type { Page } from 'playwright/test';
import { buttons, changers, collectRefused, fillQueues, openBoardPage, openQueues } from '../support/queue-board.js';
import { expect, test } from '../support/test.js';

/** Presses everything that can be seen, one after the other on a fresh page, and what opens by that. */
async function pressAll(page: Page, path: string): Promise<void> {
  const visible = page.locator(buttons).filter({ visible: true });
  await openBoardPage(page, path);
  const count = await visible.count();
  for (let at = 0; at < count; at++) {
    await openBoardPage(page, path);
    await visible
      .nth(at)
      .click({ timeout: 2000, noWaitAfter: true })
      .catch(() => {});
    await expect(changers(page)).toHaveCount(0);
    const opened = page.locator('[role="dialog"] button, [role="alertdialog"] button, [role="menuitem"]').filter({ visible: true });
    if ((await opened.count()) > 0)
      await opened
        .last()
        .click({ timeout: 2000 })
        .catch(() => {});
  }
}

test('no button that the queue board shows is refused by the gateway', async ({ visitor }) => {
  test.setTimeout(240_000);
  const page = await visitor();
  await openQueues(page);
  await fillQueues(page);
  const refused = collectRefused(page);
  for (const path of ['', '/job-schedulers', '/queue/mail?status=failed']) await pressAll(page, path);
  expect(refused).toEqual([]);
});
