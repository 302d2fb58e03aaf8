import type { Page } from 'playwright/test';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { approveRequest, askToJoin } from '#models/contract/join-requests';
import { leaveSociety } from '#models/contract/members';
import { updateInfo } from '#models/contract/society-settings';
import { dataOf } from '../support/calls.js';
import { type CastSociety, expect, test } from '../support/cast.js';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Society pages' });

async function openMenu(page: Page, { id, name }: CastSociety): Promise<void> {
  await page.goto(`/societies/${id}`);
  await page.getByTitle(`More about ${name}`).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
}

for (const [who, entries] of [
  ['outsider', ['Report']],
  ['member', ['Invite people', 'Poster', 'Report', 'Leave Society']],
  ['moderator', ['Invite people', 'Reports', 'Poster', 'Report', 'Leave Society']],
  [
    'secondAdmin',
    [...['Invite people', 'Reports', 'View as visitor', 'View as member'], ...['Poster', 'Step down', 'Report', 'Leave Society']],
  ],
] as const) {
  test(`the menu of a society leads its ${who} where they may`, async ({ cast }) => {
    const page = await cast.page(who);
    await openMenu(page, cast.open);
    await expect(page.getByRole('menuitem')).toHaveText([...entries]);
  });
}

test('a visitor has no menu, and is led to the login and back', async ({ cast }) => {
  const page = await cast.page('visitor');
  await page.goto(`/societies/${cast.open.id}`);
  await page.getByRole('link', { name: 'Log in to join' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('an admin sees the society as a visitor does, and finds back', async ({ cast }) => {
  const page = await cast.page('admin');
  await openMenu(page, cast.closed);
  await page.getByRole('menuitem', { name: 'View as visitor' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'You are viewing this society as a visitor.' })).toBeVisible();
  await expect(page.getByText('Only members see the posts')).toBeVisible();
  await expect(tabs(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'End preview' }).click();
  await expect(tabs(page)).toBeVisible();
});

test('the question of a society is asked before the request is sent', async ({ cast }) => {
  const { id } = cast.open;
  await dataOf(cast.as('admin')(updateInfo, { society_id: id, question: 'What would you build?' }));
  const person = await cast.newcomer();
  const page = await cast.page(person);
  await page.goto(`/societies/${id}`);
  await page.getByRole('button', { name: 'Join Society' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('A crane');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('button', { name: 'Request Sent' })).toBeDisabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const requests = await dataOf(cast.as('admin')(getJoinRequests, { society_id: id, status: 'pending' }));
  expect(requests.find(({ User }) => User === person.id)?.Answer).toBe('A crane');
});

test('leaving asks first, says when it failed, and leads to the other societies', async ({ cast }) => {
  const { id, name } = cast.open;
  const person = await cast.newcomer();
  const { Request_ID } = await dataOf(person.as(askToJoin, { society_id: id }));
  await dataOf(cast.as('admin')(approveRequest, { request_id: Request_ID ?? '' }));
  const page = await cast.page(person);
  const leave = async () => {
    await openMenu(page, cast.open);
    await page.getByRole('menuitem', { name: 'Leave Society' }).click();
    await page
      .getByRole('dialog', { name: `Leave ${name}?` })
      .getByRole('button', { name: 'Leave Society' })
      .click();
  };
  await page.route(`**${leaveSociety.path}`, (route) => route.abort());
  await leave();
  await expect(page.getByText('Something went wrong while leaving the society')).toBeVisible();
  await page.unroute(`**${leaveSociety.path}`);
  await leave();
  await expect(page.getByText('You left the society')).toBeVisible();
  await expect(page).toHaveURL(/\/societies$/);
});
