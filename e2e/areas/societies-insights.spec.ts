import { createPost } from '#models/contract/posts';
import { createSociety } from '#models/contract/society-creation';
import { getInsights } from '#models/contract/society-insights';
import { deleteSociety } from '#models/contract/society-removal';
import { dataOf } from '../support/calls.js';
import { expect, test } from '../support/cast.js';

test('insights are for admins: a visitor is redirected to the login, others see why they are closed', async ({ cast }) => {
  const visitor = await cast.page('visitor');
  await visitor.goto(`/societies/${cast.open.id}/insights`);
  await expect(visitor).toHaveURL(/\/login$/);
  for (const role of ['outsider', 'member', 'moderator'] as const) {
    const page = await cast.page(role);
    await page.goto(`/societies/${cast.open.id}/insights`);
    await expect(page.getByText('Only admins see insights')).toBeVisible();
  }
});

test('an admin reads how the society does, in words, a picture and a table, as it goes on', async ({ cast }) => {
  const { posts: before } = await dataOf(cast.as('admin')(getInsights, { society_id: cast.open.id, days: 90 }));
  const page = await cast.page('admin');
  await page.goto(`/societies/${cast.open.id}`);
  const tab = page.getByRole('link', { name: 'Insights' });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: '7 days' }).click();
  const posts = page.getByRole('figure', { name: 'Posts' });
  await expect(posts.getByText(`${before} posts in this period.`)).toBeVisible();
  await expect(posts.locator('svg').first()).toBeVisible();
  await posts.getByText('Show as a table').click();
  await expect(posts.getByRole('row')).toHaveCount(8);
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/days=90$/);
  await expect(posts.getByRole('row')).toHaveCount(14);
  await dataOf(cast.as('member')(createPost, { society_id: cast.open.id, content: 'One more for the figures' }));
  await expect(posts.getByText(`${before + 1} posts in this period.`)).toBeVisible();
});

test('insights that do not load say so in place, and are asked for again', async ({ cast }) => {
  const page = await cast.page('admin');
  await page.route(`**${getInsights.path}?*`, (route) => route.fulfill({ status: 500, json: { error_message: 'Boom', code: 'internal' } }));
  await page.goto(`/societies/${cast.closed.id}/insights`);
  await expect(page.getByText('The insights did not load')).toBeVisible();
  await page.unroute(`**${getInsights.path}?*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('figure', { name: 'Members over time' })).toBeVisible();
});

test('a society that was deleted is brought back, under another name where somebody has taken its own', async ({ cast, signedIn }) => {
  const { as } = await cast.newcomer();
  const name = `Gone ${Date.now().toString(36)}`;
  const fields = { name, description: 'A society that is deleted and comes back.', category: 'Technology' } as const;
  const id = await dataOf(as(createSociety, fields));
  await dataOf(as(deleteSociety, { society_id: id, confirm: name }));
  await dataOf(as(createSociety, fields));
  const page = await signedIn('platformAdmin');
  await page.goto('/admin/societies');
  await expect(page.getByText('removed for good in 30 days').first()).toBeVisible();
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Restore ${name}?` });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByText('A society with this name already exists.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Another name' }).fill(`${name} again`);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(`${name} again is restored.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toBeHidden();
  await page.goto(`/societies/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} again`);
});
