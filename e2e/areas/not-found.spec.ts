import { getUserInfo } from '#models/contract/users';
import { demoAccounts } from '#models/testing/demo';
import { expect, test } from '../support/test.js';

test('a wrong address says so, and leads home', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('a wrong address says so while the server is away too, and leaves its reader signed in', async ({ signedIn }) => {
  const page = await signedIn('member');
  await page.route(`**${getUserInfo.path}*`, (route) => route.abort());
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(demoAccounts.member.email);
});

test('a page whose script does not come says so, leaves the rest standing, and comes with the next try', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/');
  await page.evaluate(() => sessionStorage.setItem('nadi-reloaded', String(Date.now())));
  await page.route('**/assets/societies-page-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Societies', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page stopped working');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.unroute('**/assets/societies-page-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This page stopped working');
});
