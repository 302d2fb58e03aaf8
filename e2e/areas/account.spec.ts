import type { Page } from 'playwright/test';
import { login } from '#models/contract/auth';
import { updateProfile } from '#models/contract/profile-changes';
import { getUserInfo } from '#models/contract/users';
import { callApi } from '#models/testing/api-client';
import { demoPassword, demoStudents } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { expect, test } from '../support/test.js';

/** Students whom no other journey knows: what is changed here disturbs nobody. */
const [editor = '', hider = '', mover = ''] = demoStudents(60).slice(50);

async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

test('a new name shows on the screen of somebody else at once, and what is refused stays in the form', async ({ app, visitor }) => {
  const { ID, Name } = await dataOf((await callsOf(app.address, editor))(getUserInfo, {}));
  const reader = await visitor();
  await reader.goto(`/users/${ID}`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(Name);

  const page = await visitor();
  await signIn(page, editor);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Rand the Renamed');
  await page.route(`**${updateProfile.path}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Failed to update profile')).toBeVisible();
  await expect(name).toHaveValue('Rand the Renamed');
  await page.unroute(`**${updateProfile.path}`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rand the Renamed');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Rand the Renamed');
});

test('the language and the digits of the account come along to another browser', async ({ visitor }) => {
  const [here, there] = [await visitor(), await visitor()];
  await signIn(here, hider);
  await here.goto('/account');
  await here.getByRole('button', { name: '١٢٣' }).click();
  await here.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'العربية' }).click();
  await expect(here.locator('html')).toHaveAttribute('dir', 'rtl');
  await signIn(there, hider);
  await expect(there.locator('html')).toHaveAttribute('dir', 'rtl');
  await there.goto('/account');
  await expect(there.getByRole('listitem').filter({ hasText: 'النوادي' }).first()).toContainText(/[٠-٩]/);
  const language = here.getByRole('group', { name: 'اللغة' });
  await language.getByRole('button', { name: 'English' }).click();
  await expect(here.getByRole('heading', { name: 'Language and appearance' })).toBeVisible();
});

test('a profile that is private hides all but name and picture, as its owner can see', async ({ app, visitor }) => {
  const owner = await visitor();
  await signIn(owner, mover);
  await owner.goto('/account?tab=privacy');
  const isSaved = owner.waitForResponse((answer) => answer.url().includes(updateProfile.path) && answer.ok());
  await owner.getByRole('radio', { name: 'Private' }).click();
  await isSaved;
  await owner.getByRole('link', { name: 'As a visitor' }).click();
  await expect(owner.getByText('This profile is private')).toBeVisible();
  const as = await callsOf(app.address, mover);
  const { ID, Name } = await dataOf(as(getUserInfo, {}));
  const stranger = await visitor();
  await stranger.goto(`/users/${ID}`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(Name);
  await expect(stranger.getByText('This profile is private')).toBeVisible();
});

test('a changed password ends the other session, and a wrong one shows an error under its field', async ({ app, visitor }) => {
  const [here, there] = [await visitor(), await visitor()];
  const email = demoStudents(60)[55] ?? '';
  await signIn(here, email);
  await signIn(there, email);
  await there.goto('/account?tab=security');
  await expect(there.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible();
  await here.goto('/account?tab=security');
  await expect(here.getByText('This browser', { exact: true })).toBeVisible();
  await here.getByLabel('Current password').fill('not this one');
  await here.getByLabel('New password').fill('a better one');
  await here.getByRole('button', { name: 'Change password' }).click();
  await expect(here.getByText('The password is incorrect.')).toBeVisible();
  await here.getByLabel('Current password').fill(demoPassword);
  await here.getByRole('button', { name: 'Change password' }).click();
  await expect(
    here.getByText('Your password was changed. You are signed out everywhere else, and your calendar links have ended.'),
  ).toBeVisible();
  await expect(there.getByText('Unauthorized - please log in again.')).toBeVisible();
  await expect(here.getByText('This browser', { exact: true })).toBeVisible();
  expect((await callApi(app.address, login, { email, password: 'a better one' })).status).toBe(200);
});

test('an account is deleted by its password, and is gone', async ({ app, visitor }) => {
  const email = demoStudents(60)[56] ?? '';
  const page = await visitor();
  await signIn(page, email);
  await page.goto('/account?tab=data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').getByLabel('Current password').fill(demoPassword);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Your account has been deleted. Goodbye!')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect((await callApi(app.address, login, { email, password: demoPassword })).status).toBe(401);
});
