import { boardPath, openBoard } from '#models/contract/admin';
import { login } from '#models/contract/auth';
import { demoAccounts, demoPassword } from '#models/testing/demo';
import { expect, test } from '../support/test.js';

test('a platform admin looks at the queues in a browser, which is shown them by its cookie alone', async ({ visitor }) => {
  const page = await visitor();
  const said: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') said.push(line.text());
  });
  const { email } = demoAccounts.platformAdmin;
  const { data: token } = await (await page.request.post(login.path, { data: { email, password: demoPassword } })).json();
  expect((await page.request.get(boardPath)).status()).toBe(403);
  await page.request.post(openBoard.path, { headers: { authorization: `Bearer ${token}` }, data: {} });

  await page.goto(boardPath);
  const queues = page.getByRole('navigation');
  for (const queue of ['activity', 'cards', 'mail']) await expect(queues.getByRole('link', { name: queue })).toBeVisible();
  await queues.getByRole('link', { name: 'upkeep' }).click();
  await expect(page).toHaveURL(/\/queue\/upkeep/);
  await expect(page.getByText('upkeep.tidy').first()).toBeVisible();
  expect(said).toEqual([]);
});
