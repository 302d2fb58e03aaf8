import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { forgotPassword } from '#models/contract/credentials';
import { demoStudents } from '#models/testing/demo';
import type { RunningApp } from '../support/app.js';
import { expect, test } from '../support/test.js';

/** The link in the newest mail to somebody, out of the folder where mails lie while no SMTP server is set; '' while there is none. */
function linkIn(app: RunningApp, to: string, page: string): string {
  const folder = path.join(app.dataDir, 'mail');
  if (!existsSync(folder)) return '';
  const mails = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name.endsWith('.eml'));
  for (const { name } of mails) {
    const raw = readFileSync(path.join(folder, name), 'utf8');
    // Quoted-printable: long lines are broken by '=' at their end, and '=' itself is '=3D'.
    const mail = raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    const [, token] = new RegExp(`${page}\\?token=([\\w-]{43})`).exec(mail) ?? [];
    if (mail.includes(to) && token) return `${page}?token=${token}`;
  }
  return '';
}

test('a forgotten password is chosen anew by mail, once', async ({ app, visitor }) => {
  const email = demoStudents(60)[57] ?? '';
  const page = await visitor();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.route(`**${forgotPassword.path}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.unroute(`**${forgotPassword.path}`);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();

  await expect.poll(() => linkIn(app, email, '/reset-password'), { timeout: 30_000 }).not.toBe('');
  const link = linkIn(app, email, '/reset-password');
  await page.goto(link);
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel('New password').fill('a better one');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password was changed. Please log in.')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a better one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Welcome back!')).toBeVisible();

  const again = await visitor();
  await again.goto(link);
  await again.getByLabel('New password').fill('yet another one');
  await again.getByRole('button', { name: 'Save password' }).click();
  await expect(again.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});

test('an old link to verify an address says so', async ({ visitor }) => {
  const page = await visitor();
  await page.goto(`/verify-email?token=${'A'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
});
