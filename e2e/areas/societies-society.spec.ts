import type { Page } from 'playwright/test';
import { askToJoin } from '#models/contract/join-requests';
import { getSocietyInfo } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { dataOf } from '../support/calls.js';
import { type CastRole, type CastSociety, expect, test } from '../support/cast.js';
import { live, postWith } from '../support/posts.js';

const header = (page: Page) => page.locator('main header');
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Society pages' });
const button = (page: Page, name: string) => header(page).getByRole('button', { name, exact: true });

async function open(page: Page, { id, name }: CastSociety): Promise<void> {
  await page.goto(`/societies/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  for (const figure of [/^Members?$/, /^Events?$/, /^Posts?$/]) await expect(header(page).getByText(figure).first()).toBeVisible();
}

/** Actions in the header for people outside the society. */
async function expectOutside(page: Page, who: CastRole | 'visitor'): Promise<void> {
  await expect(button(page, 'Join Society')).toHaveCount(who === 'outsider' || who === 'invited' ? 1 : 0);
  await expect(button(page, 'Request Sent')).toHaveCount(who === 'pending' ? 1 : 0);
  if (who === 'pending') {
    await expect(button(page, 'Request Sent')).toBeDisabled();
    await expect(button(page, 'Withdraw')).toBeVisible();
  }
  await expect(tabs(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create Post' })).toHaveCount(0);
}

for (const who of ['visitor', 'outsider', 'invited', 'pending'] as const) {
  test(`a society to ${who}: an open one is read, of a private one the header, and neither has tabs`, async ({ cast }) => {
    const page = await cast.page(who);
    await open(page, cast.open);
    await expectOutside(page, who);
    await expect(page.getByRole('heading', { name: /Recent Activity/ })).toBeVisible();
    for (const words of cast.open.posts) await expect(postWith(page, words)).toBeVisible();
    await expect(page.getByText(cast.open.event)).toBeVisible();
    await open(page, cast.closed);
    await expectOutside(page, who);
    await expect(page.getByText('Only members see the posts')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
  });
}

for (const [who, badge] of [
  ['member', 'Member'],
  ['moderator', 'Moderator'],
  ['secondAdmin', 'Manager'],
] as const) {
  test(`a society to its ${who}: badge, tabs, those of admins for admins, and the ways to write`, async ({ cast }) => {
    const page = await cast.page(who);
    await open(page, cast.closed);
    await expect(header(page).getByText(badge, { exact: true }).first()).toBeVisible();
    const ofAdmins = badge === 'Manager' ? ['Insights'] : [];
    await expect(tabs(page).getByRole('link')).toHaveText(['Timeline', 'Events', 'Members', /^Join Requests/, ...ofAdmins, 'Settings']);
    await expect(tabs(page).getByTitle('Admins only')).toHaveCount(badge === 'Manager' ? 0 : 2);
    await expect(button(page, 'Join Society')).toHaveCount(0);
    for (const words of cast.closed.posts) await expect(postWith(page, words)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Post' })).toBeEnabled();
    await expect(page.getByRole('link', { name: 'View All Events' })).toBeVisible();
  });
}

test('asking to join is one press; refused, the button stays and says so; taken back, it is as before', async ({ cast }) => {
  const page = await cast.page(await cast.newcomer());
  await open(page, cast.closed);
  await page.route(`**${askToJoin.path}`, (route) => route.abort());
  await button(page, 'Join Society').click();
  await expect(page.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible();
  await expect(button(page, 'Join Society')).toBeEnabled();
  await page.unroute(`**${askToJoin.path}`);
  await button(page, 'Join Society').click();
  await expect(button(page, 'Request Sent')).toBeDisabled();
  await button(page, 'Withdraw').click();
  await expect(button(page, 'Join Society')).toBeEnabled(live);
});

test('joining a religious society first says who will see it; cancelled, nothing is sent', async ({ cast }) => {
  const name = `Quran ${Date.now().toString(36)}`;
  const fields = { name, description: 'Reading together after the afternoon prayer.', category: 'Religious' } as const;
  const id = await dataOf(cast.as('admin')(createSociety, fields));
  const page = await cast.page(await cast.newcomer());
  await page.goto(`/societies/${id}`);
  const asked = page.getByRole('dialog', { name: `Join ${name}?` });
  await button(page, 'Join Society').click();
  await expect(asked.getByText('Others do not see the list of members. The admins can change that.')).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toHaveCount(0);
  await expect(button(page, 'Join Society')).toBeEnabled();
  await button(page, 'Join Society').click();
  await asked.getByRole('button', { name: 'Join' }).click();
  await expect(button(page, 'Request Sent')).toBeDisabled();
});

test('a society by invitation is not there for others; one that does not come says so, and comes with the next try', async ({ cast }) => {
  const fields = { description: 'What nobody knows of but who was asked.', category: 'Social', joinApproval: true } as const;
  const name = `Secret ${Date.now().toString(36)}`;
  const id = await dataOf(cast.as('admin')(createSociety, { ...fields, name, visibility: 'invite-only' }));
  const page = await cast.page('outsider');
  // As in a browser that has not seen the society before.
  await page.evaluate(() => void indexedDB.deleteDatabase('nadi-offline'));
  await page.route(`**${getSocietyInfo.path}*`, (route) =>
    route.fulfill({ status: 429, json: { error_message: 'Too many.', code: 'rate' } }),
  );
  await page.goto(`/societies/${cast.open.id}`);
  await expect(page.getByText('The society did not load')).toBeVisible();
  await page.unroute(`**${getSocietyInfo.path}*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(cast.open.name);
  await page.goto(`/societies/${id}`);
  await expect(page.getByText('Society not found')).toBeVisible();
});
