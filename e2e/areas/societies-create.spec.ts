import type { Page } from 'playwright/test';
import { createSociety } from '#models/contract/society-creation';
import { expect, test } from '../support/cast.js';
import { live } from '../support/posts.js';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a visitor who wants to make a society is led to the login', async ({ cast }) => {
  const page = await cast.page('visitor');
  await page.goto('/societies/new');
  await expect(page).toHaveURL(/\/login$/);
});

test('on a phone a society is created step by step, keeps its input after a refusal, is made private on open pages, and is deleted by its name', async ({
  cast,
}) => {
  const person = await cast.newcomer();
  const admin = await cast.page(person);
  await admin.setViewportSize({ width: 390, height: 844 });
  const name = `Debate Circle ${Date.now().toString(36)}`;
  await admin.goto('/societies/new');
  await expect(heading(admin)).toHaveText('Create a New Society');
  await press(admin, 'Next Step');
  for (const text of ['Society name is required', 'Description is required', 'Category is required'])
    await expect(admin.getByText(text)).toBeVisible();
  await field(admin, /^Society name/).fill(name);
  await field(admin, /^Description/).fill('We argue kindly, every Tuesday evening.');
  await admin.getByRole('combobox', { name: /^Category/ }).selectOption('Academic');
  await field(admin, /^Society name/).press('Enter');
  await press(admin, 'Discussion');
  await field(admin, 'Website').fill('https://debate.example');
  await press(admin, 'Next Step');
  await expect(admin.getByRole('region', { name: 'How people will see it' })).toContainText(name);
  await admin.route(`**${createSociety.path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await press(admin, 'Create Society');
  await expect(admin.getByText('Something went wrong while creating the society')).toBeVisible();
  await admin.unroute(`**${createSociety.path}`);
  await press(admin, 'Create Society');
  await expect(admin.getByText('Society has been created')).toBeVisible();
  await expect(heading(admin)).toHaveText(name);
  const address = new URL(admin.url()).pathname;

  const outsider = await cast.page('outsider');
  await outsider.goto(address);
  await expect(outsider.getByText('No recent activity')).toBeVisible();
  await admin.goto(`${address}/settings?section=privacy`);
  await admin.getByRole('radio', { name: 'Private' }).check();
  await expect(admin.getByText('Only members will see the posts and events. This takes effect at once.')).toBeVisible();
  await press(admin, 'Save Changes');
  await expect(admin.getByText('Society information has been updated')).toBeVisible();
  await expect(outsider.getByText('Only members see the posts')).toBeVisible(live);

  await admin.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Danger Zone' }).click();
  await press(admin, 'Delete Society');
  const dialog = admin.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(dialog.getByRole('button', { name: 'Delete Forever' })).toBeDisabled();
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete Forever' }).click();
  await expect(admin).toHaveURL(/\/societies$/);
  await expect(admin.getByText(`${name} was deleted.`)).toBeVisible();
  await expect(heading(outsider)).toHaveText('Society not found', live);
});
