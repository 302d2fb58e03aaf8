import type { Page } from 'playwright/test';
import { stepDown, updateMemberRole } from '#models/contract/member-list';
import { getSocietiesByUser } from '#models/contract/societies';
import { dataOf } from '../support/calls.js';
import { type CastSociety, expect, test } from '../support/cast.js';
import { live } from '../support/posts.js';

const rowIn = (page: Page, section: string, { name }: CastSociety) =>
  page.getByRole('region', { name: section }).getByRole('link', { name: new RegExp(name) });

test('a role that is given elsewhere moves the society to its section at once', async ({ cast }) => {
  const { id } = cast.people.member;
  const page = await cast.page('member');
  await page.goto('/my-societies');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Societies');
  await expect(page.getByRole('link', { name: 'Discover More' })).toBeVisible();
  await expect(page.getByText(cast.people.member.name).first()).toBeVisible();
  await expect(rowIn(page, 'My Memberships', cast.open)).toContainText('Member');
  await expect(page.getByRole('region', { name: 'Your Impact' })).toContainText('Managed Societies');
  const place = { society_id: cast.open.id, member: id };
  await dataOf(cast.as('admin')(updateMemberRole, { ...place, role: 'moderator' }));
  await expect(rowIn(page, 'Societies I Moderate', cast.open)).toContainText('Moderator', live);
  await dataOf(cast.as('admin')(updateMemberRole, { ...place, role: 'admin' }));
  await expect(rowIn(page, 'Societies I Manage', cast.open)).toContainText('Manager', live);
  await dataOf(cast.as('member')(stepDown, { society_id: cast.open.id, role: 'member' }));
  await expect(rowIn(page, 'My Memberships', cast.open)).toContainText('Member', live);
  await expect(rowIn(page, 'Societies I Manage', cast.open)).toHaveCount(0);
});

test('the moderator and the admin find their societies in sections of their own', async ({ cast }) => {
  for (const [who, section] of [
    ['moderator', 'Societies I Moderate'],
    ['secondAdmin', 'Societies I Manage'],
  ] as const) {
    const page = await cast.page(who);
    await page.goto('/my-societies');
    await expect(rowIn(page, section, cast.open)).toBeVisible();
    await expect(rowIn(page, section, cast.closed)).toBeVisible();
  }
});

test('a list that does not come says so in place, and comes with the next try', async ({ cast }) => {
  const page = await cast.page('moderator');
  await page.route(`**${getSocietiesByUser.path}*`, (route) =>
    route.fulfill({ status: 429, json: { error_message: 'Too many.', code: 'rate' } }),
  );
  await page.goto('/my-societies');
  const main = page.getByRole('main');
  await expect(main.getByText('The societies did not load')).toBeVisible();
  await page.unroute(`**${getSocietiesByUser.path}*`);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(rowIn(page, 'Societies I Moderate', cast.open)).toBeVisible();
});

test('a visitor is led to the login', async ({ cast }) => {
  const page = await cast.page('visitor');
  await page.goto('/my-societies');
  await expect(page).toHaveURL(/\/login$/);
});
