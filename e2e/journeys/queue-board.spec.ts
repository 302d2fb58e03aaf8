import { boardPath } from '#models/contract/admin';
import { openQueues } from '../support/queue-board.js';
import { expect, test } from '../support/test.js';

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
