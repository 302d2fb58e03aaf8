import type { Page } from 'playwright/test';
import { boardPath } from '#models/contract/admin';
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

const states = ['failed', 'delayed', 'waiting', 'prioritized', 'completed'];

test('the queue board shows no button that adds, deletes, runs or pauses', async ({ visitor }) => {
  const page = await visitor();
  await openQueues(page);
  await fillQueues(page);
  const refused = collectRefused(page);
  for (const path of ['', '/job-schedulers', ...states.map((state) => `/queue/mail?status=${state}`)]) {
    await openBoardPage(page, path);
    await expect(changers(page)).toHaveCount(0);
  }
  expect(refused).toEqual([]);
});

test('a failed job, and all of a queue, can be retried on the queue board', async ({ visitor }) => {
  const page = await visitor();
  await openQueues(page);
  await fillQueues(page);
  await page.goto(`${boardPath}/queue/mail?status=failed`);
  const retried = page.waitForResponse((answer) => answer.url().endsWith('/retry/failed'));
  await page.getByRole('button', { name: 'Retry all' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  expect((await retried).status()).toBe(200);
  await expect(page.locator('[class*="jobActions-"] button')).toHaveCount(4);
  await expect(page.locator('[class*="jobActions-"] button').filter({ visible: true })).toHaveCount(1);
});

test('a platform admin looks at the queues in a browser, which is shown them by its cookie alone', async ({ visitor }) => {
  const page = await visitor();
  const consoleErrors: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') consoleErrors.push(line.text());
  });
  await openQueues(page);
  await page.goto(boardPath);
  const queues = page.getByRole('navigation');
  for (const queue of ['activity', 'cards', 'mail']) await expect(queues.getByRole('link', { name: queue })).toBeVisible();
  await queues.getByRole('link', { name: 'upkeep' }).click();
  await expect(page).toHaveURL(/\/queue\/upkeep/);
  await expect(page.getByText('upkeep.tidy').first()).toBeVisible();
  expect(consoleErrors).toEqual([]);
});
