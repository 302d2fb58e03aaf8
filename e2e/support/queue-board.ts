import type { Locator, Page } from 'playwright/test';
import { boardPath, openBoard } from '#models/contract/admin';
import { login } from '#models/contract/auth';
import { demoAccounts, demoPassword } from '#models/testing/demo';
import { expect } from './test.js';

/** Gets the cookie of the queue board, as a platform admin. */
export async function openQueues(page: Page): Promise<void> {
  const { email } = demoAccounts.platformAdmin;
  const { data: token } = await (await page.request.post(login.path, { data: { email, password: demoPassword } })).json();
  expect((await page.request.get(boardPath)).status()).toBe(403);
  await page.request.post(openBoard.path, { headers: { authorization: `Bearer ${token}` }, data: {} });
}

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
export async function fillQueues(page: Page): Promise<void> {
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

export const buttons = 'button, [role="button"], [role="menuitem"]';
/** Buttons that change something, by icon: add, delete, edit, run, pause, limit. */
const changing = ['plus', 'trash-2', 'pencil', 'files', 'play', 'pause', 'corner-up-left', 'clock', 'ban', 'gauge', 'chart-no-axes-gantt'];
/** Visible buttons that change something. */
export const changers = (page: Page): Locator =>
  page
    .locator(buttons)
    .filter({ has: page.locator(changing.map((icon) => `.lucide-${icon}`).join(', ')) })
    .filter({ visible: true });

/** Opens a page of the board, once it offers something. */
export async function openBoardPage(page: Page, path: string): Promise<void> {
  await page.goto(boardPath + path);
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
}

/** Collects what the gateway refuses from now on. */
export function collectRefused(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`);
  });
  return refused;
}
