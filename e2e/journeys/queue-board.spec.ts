import type { Locator, Page } from 'playwright/test';
import { boardPath, openBoard } from '#models/contract/admin';
import { login } from '#models/contract/auth';
import { demoAccounts, demoPassword } from '#models/testing/demo';
import { expect, test } from '../support/test.js';

async function openQueues(page: Page): Promise<void> {
  const { email } = demoAccounts.platformAdmin;
  const { data: token } = await (await page.request.post(login.path, { data: { email, password: demoPassword } })).json();
  expect((await page.request.get(boardPath)).status()).toBe(403);
  await page.request.post(openBoard.path, { headers: { authorization: `Bearer ${token}` }, data: {} });
}

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

const aJob = (isFailed: boolean) => ({
  id: 'a-job',
  name: 'mail.send',
  timestamp: 1,
  processedOn: 2,
  finishedOn: 3,
  progress: 0,
  attempts: 1,
  delay: 0,
  opts: {},
  data: {},
  returnValue: null,
  stacktrace: ['Error'],
  failedReason: 'Error',
  isFailed,
});

/** Shows every queue as if it had jobs in each state, and was rate limited: then the page offers all it can do. */
async function fillQueues(page: Page): Promise<void> {
  await page.route('**/api/queues?**', async (route) => {
    const answer = await route.fetch();
    const { queues, ...rest } = await answer.json();
    const isFailed = new URL(route.request().url()).searchParams.get('status') === 'failed';
    for (const queue of queues) {
      Object.assign(queue.counts, { failed: 1, delayed: 1, waiting: 1, prioritized: 1, completed: 1 });
      Object.assign(queue, { activeRateLimitTtl: 60_000, jobs: [aJob(isFailed)] });
    }
    await route.fulfill({ json: { queues, ...rest } });
  });
}

const buttons = 'button, [role="button"], [role="menuitem"]';
/** Buttons that change something, by icon: add, delete, edit, run, pause, limit. */
const changing = ['plus', 'trash-2', 'pencil', 'files', 'play', 'pause', 'corner-up-left', 'clock', 'ban', 'gauge', 'chart-no-axes-gantt'];
const changers = (page: Page): Locator =>
  page
    .locator(buttons)
    .filter({ has: page.locator(changing.map((icon) => `.lucide-${icon}`).join(', ')) })
    .filter({ visible: true });

/** Presses everything that can be seen, one after the other on a fresh page, and what opens by that. */
async function pressAll(page: Page, path: string): Promise<void> {
  const visible = page.locator(buttons).filter({ visible: true });
  const open = async () => {
    await page.goto(boardPath + path);
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  };
  await open();
  const count = await visible.count();
  for (let at = 0; at < count; at++) {
    await open();
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
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`);
  });
  const states = ['failed', 'delayed', 'waiting', 'prioritized', 'completed'];
  for (const path of ['', '/job-schedulers', ...states.map((state) => `/queue/mail?status=${state}`)]) {
    await page.goto(boardPath + path);
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    await expect(changers(page)).toHaveCount(0);
  }
  for (const path of ['', '/job-schedulers', '/queue/mail?status=failed']) await pressAll(page, path);
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
