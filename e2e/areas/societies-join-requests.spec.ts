import { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import { askToJoin } from '#models/contract/join-requests';
import { dataOf } from '../support/calls.js';
import { expect, test } from '../support/cast.js';
import { live } from '../support/posts.js';

const full = 'We are full this term. Please ask again next term.';

/** A rejection is sent after the ten seconds in which it can be undone. */
const held = { timeout: 15_000 };

test('join requests are for admins: a visitor is redirected to the login, others see why and a way back', async ({ cast }) => {
  const visitor = await cast.page('visitor');
  await visitor.goto(`/societies/${cast.open.id}/join-requests`);
  await expect(visitor).toHaveURL(/\/login$/);
  for (const role of ['outsider', 'member', 'moderator'] as const) {
    const page = await cast.page(role);
    await page.goto(`/societies/${cast.open.id}/join-requests`);
    await expect(page.getByText('Only admins see join requests')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the society' }).click();
    await expect(page).toHaveURL(new RegExp(`/societies/${cast.open.id}$`));
  }
});

test('a rejection with its reason closes the row of the other admin, who reads it in the detail; the requester may ask again', async ({
  cast,
}) => {
  const newcomer = await cast.newcomer();
  const { name } = newcomer;
  await dataOf(newcomer.as(askToJoin, { society_id: cast.open.id }));
  const [first, second, asking] = [await cast.page('admin'), await cast.page('secondAdmin'), await cast.page(newcomer)];
  await asking.goto(`/societies/${cast.open.id}`);
  await expect(asking.getByRole('button', { name: 'Request Sent' })).toBeVisible();
  for (const page of [first, second]) {
    await page.goto(`/societies/${cast.open.id}/join-requests`);
    await page.getByRole('button', { name, exact: true }).click();
  }
  const [detail, others] = [first, second].map((page) => page.getByRole('region', { name: 'Request', exact: true }));
  if (!detail || !others) throw new Error('Two pages have two details');
  await detail.getByRole('button', { name: 'Full' }).click();
  await expect(detail.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue(full);
  await first.route(`**${rejectRequest.path}`, (route) => route.abort());
  await detail.getByRole('button', { name: 'Reject' }).click();
  await expect(first.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible(held);
  await first.getByRole('button', { name, exact: true }).click();
  await expect(detail.getByRole('textbox', { name: 'Reason (optional)' })).toHaveValue(full);
  await first.unroute(`**${rejectRequest.path}`);
  await detail.getByRole('button', { name: 'Reject' }).click();
  await expect(first.getByText('Select a Request', { exact: true })).toBeVisible();
  await expect(second.getByRole('button', { name, exact: true })).toBeHidden(held);
  await expect(others.getByText(full)).toBeVisible();
  await expect(others.getByText(cast.people.admin.name)).toBeVisible();
  await expect(others.getByRole('button', { name: 'Reject' })).toBeHidden();
  await expect(asking.getByRole('button', { name: 'Join Society' })).toBeVisible(live);
});

test('requests that do not load say so in place, and are asked for again', async ({ cast }) => {
  const page = await cast.page('admin');
  await page.route(`**${getJoinRequests.path}?*`, (route) =>
    route.fulfill({ status: 500, json: { error_message: 'Boom', code: 'internal' } }),
  );
  await page.goto(`/societies/${cast.closed.id}/join-requests`);
  await expect(page.getByText('The requests did not load')).toBeVisible();
  await page.unroute(`**${getJoinRequests.path}?*`);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('button', { name: cast.people.pending.name, exact: true })).toBeVisible();
});
