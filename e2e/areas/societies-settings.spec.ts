import type { Page } from 'playwright/test';
import { getSocietiesByUser, getSocietyInfo } from '#models/contract/societies';
import { updateInfo } from '#models/contract/society-settings';
import { type CastRole, expect, test } from '../support/cast.js';
import { live } from '../support/posts.js';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });

test('a visitor is led to the login', async ({ cast }) => {
  const page = await cast.page('visitor');
  await page.goto(`/societies/${cast.open.id}/settings`);
  await expect(page).toHaveURL(/\/login$/);
});

for (const role of ['outsider', 'invited', 'pending', 'member', 'moderator'] satisfies CastRole[]) {
  test(`to the ${role}, the settings are for admins`, async ({ cast }) => {
    const page = await cast.page(role);
    await page.goto(`/societies/${cast.open.id}/settings`);
    await expect(page.getByText('Only admins can change the settings')).toBeVisible();
    await expect(save(page)).toHaveCount(0);
  });
}

test('an admin sees five sections, Save Changes below all but the last, and changes what differs', async ({ cast }) => {
  const page = await cast.page('admin');
  await page.goto(`/societies/${cast.open.id}/settings`);
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveAttribute('aria-current', 'page');
  const menu = page.getByRole('navigation', { name: 'Settings' });
  for (const [section, shown] of [
    ['Privacy', 'Who can see it'],
    ['Permissions', 'Who can post'],
    ['Notifications', 'Weekly digest'],
    ['General', 'Contact email'],
  ] as const) {
    await menu.getByRole('link', { name: section }).click();
    await expect(page.getByText(shown).first()).toBeVisible();
    await expect(save(page)).toBeDisabled();
  }
  await menu.getByRole('link', { name: 'Danger Zone' }).click();
  await expect(page.getByRole('button', { name: 'Leave Society' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Society' })).toBeVisible();
  await expect(save(page)).toHaveCount(0);
});

test('two admins at once: both changes stay, and a refused change keeps its input', async ({ cast }) => {
  const [one, other] = [await cast.page('admin'), await cast.page('secondAdmin')];
  const at = `/societies/${cast.open.id}/settings`;
  await one.goto(at);
  await other.goto(at);
  await field(one, 'Rules').fill('Listen first.');
  await one.route(`**${updateInfo.path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await press(one, 'Save Changes');
  await expect(one.getByText('Something went wrong while updating the society information')).toBeVisible();
  await one.unroute(`**${updateInfo.path}`);
  await field(other, 'Website').fill('https://stage.example');
  await press(other, 'Save Changes');
  await expect(other.getByText('Society information has been updated')).toBeVisible();
  await expect(field(one, 'Website')).toHaveValue('https://stage.example', live);
  await expect(one.getByText('Someone else changed these settings.')).toBeVisible();
  await expect(field(one, 'Rules')).toHaveValue('Listen first.');
  await press(one, 'Save Changes');
  await expect(field(other, 'Rules')).toHaveValue('Listen first.');
  await expect(save(one)).toBeDisabled();
});

test('where the society does not load it says so, and another try helps', async ({ cast }) => {
  const page = await cast.page('admin');
  // As in a browser that has not seen the society before.
  await page.evaluate(() => void indexedDB.deleteDatabase('nadi-offline'));
  // Either call brings it.
  for (const { path } of [getSocietyInfo, getSocietiesByUser])
    await page.route(`**${path}**`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(`/societies/${cast.open.id}/settings`);
  await expect(page.getByText('The society did not load')).toBeVisible();
  await page.unroute(`**${getSocietyInfo.path}**`);
  await press(page, 'Try again');
  await expect(save(page)).toBeVisible();
});
