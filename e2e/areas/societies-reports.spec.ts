import { createPost } from '#models/contract/posts';
import { getReports, reportPost } from '#models/contract/reports';
import { dataOf } from '../support/calls.js';
import { expect, test } from '../support/cast.js';
import { live } from '../support/posts.js';

test("a society's reports are for its moderators and admins", async ({ cast }) => {
  const visitor = await cast.page('visitor');
  await visitor.goto(`/societies/${cast.open.id}/reports`);
  await expect(visitor).toHaveURL(/\/login$/);
  for (const role of ['outsider', 'member'] as const) {
    const page = await cast.page(role);
    await page.goto(`/societies/${cast.open.id}/reports`);
    await expect(page.getByText('Only moderators see reports')).toBeVisible();
  }
  for (const role of ['moderator', 'admin'] as const) {
    const page = await cast.page(role);
    await page.goto(`/societies/${cast.open.id}/reports`);
    await expect(page.getByText('No open reports')).toBeVisible();
  }
});

test('two moderators on one queue: what one removes leaves the other, and every screen', async ({ cast }) => {
  const [moderator, admin, outsider] = [await cast.page('moderator'), await cast.page('admin'), await cast.page('outsider')];
  const words = `Cheap phones ${Date.now().toString(36)}`;
  const { ID } = await dataOf(cast.as('member')(createPost, { society_id: cast.open.id, content: words }));
  for (const page of [moderator, admin]) {
    await page.goto(`/societies/${cast.open.id}/reports`);
    await expect(page.getByText('No open reports')).toBeVisible();
  }
  await outsider.goto(`/societies/${cast.open.id}`);
  // The outsider may have seen this timeline before: then what is new waits behind its pill.
  const newPosts = outsider.getByRole('button', { name: /new posts?$/ });
  await expect(outsider.getByText(words).or(newPosts).first()).toBeVisible();
  if (await newPosts.isVisible()) await newPosts.click();
  await expect(outsider.getByText(words)).toBeVisible();
  await dataOf(cast.as('outsider')(reportPost, { post_id: ID, message: 'An advertisement' }));
  for (const page of [moderator, admin]) {
    const [report, pill] = [page.getByRole('article', { name: new RegExp(words) }), page.getByRole('button', { name: /new report/ })];
    await expect(report.or(pill).first()).toBeVisible();
    if (await pill.isVisible()) await pill.click();
    await expect(report.getByText('An advertisement')).toBeVisible();
  }
  await moderator.getByRole('article').getByRole('button', { name: 'Remove' }).click();
  await moderator.getByRole('dialog', { name: 'Remove this post?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(moderator.getByText('Removed. The author and the person who reported it will be notified.')).toBeVisible();
  for (const page of [moderator, admin]) await expect(page.getByText('No open reports')).toBeVisible(live);
  await expect(outsider.getByText(words)).toBeHidden(live);
  await admin.getByRole('button', { name: /^Removed/ }).click();
  await expect(admin.getByRole('article').getByText(cast.people.moderator.name)).toBeVisible();
});

test('reports that do not load say so in place, and are asked for again', async ({ cast }) => {
  const page = await cast.page('moderator');
  await page.route(`**${getReports.path}?*`, (route) => route.fulfill({ status: 500, json: { error_message: 'Boom', code: 'internal' } }));
  await page.goto(`/societies/${cast.closed.id}/reports`);
  await expect(page.getByText('The reports did not load')).toBeVisible();
  await page.unroute(`**${getReports.path}?*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No open reports')).toBeVisible();
});
