import type { Page } from 'playwright/test';
import { getAllSocieties } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { dataOf } from '../support/calls.js';
import { expect, test } from '../support/cast.js';
import { live } from '../support/posts.js';

// Own societies stand in the side bar too.
const card = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search societies' });

for (const who of ['visitor', 'outsider', 'member'] as const) {
  test(`what ${who} finds: every society that is no secret, its figures and the quick actions`, async ({ cast }) => {
    const page = await cast.page(who);
    await page.goto('/societies');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find your people');
    for (const figure of ['Total Societies', 'Total Members', 'Avg Members', 'Categories', 'Top Categories', 'Most Active'])
      await expect(page.getByText(figure, { exact: true }).first()).toBeVisible();
    const quick = page.getByRole('navigation', { name: 'Quick Actions' });
    await expect(quick.getByRole('link', { name: 'Trending' })).toHaveAttribute('href', '/societies?filter=trending');
    await expect(quick.getByRole('link', { name: 'Create Society' })).toHaveAttribute('href', '/societies/new');
    await search(page).fill(cast.closed.name);
    await expect(card(page, cast.closed.name)).toBeVisible();
    await search(page).fill(cast.open.name);
    await expect(card(page, cast.closed.name)).toHaveCount(0);
    await card(page, cast.open.name).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(cast.open.name);
  });
}

test('a new society is in the list at once; one by invitation is not', async ({ cast }) => {
  const page = await cast.page('outsider');
  const words = `Kite flyers ${Date.now().toString(36)}`;
  await page.goto(`/societies?q=${encodeURIComponent(words)}`);
  await expect(page.getByText('No society matches your search')).toBeVisible();
  const society = { description: 'We fly kites on every windy Friday of the year.', category: 'Social', joinApproval: true } as const;
  const { as } = await cast.newcomer();
  await dataOf(as(createSociety, { ...society, name: `${words} in secret`, visibility: 'invite-only' }));
  await dataOf(as(createSociety, { ...society, name: words, visibility: 'public' }));
  await expect(card(page, words)).toBeVisible(live);
  await expect(card(page, `${words} in secret`)).toHaveCount(0);
});

test('a list that does not come says so in place, and comes with the next try', async ({ cast }) => {
  const page = await cast.page('visitor');
  // A socket that connects has the list asked for again, too: here it is the button alone.
  await page.routeWebSocket(/./, () => {});
  await page.route(`**${getAllSocieties.path}*`, (route) =>
    route.fulfill({ status: 429, json: { error_message: 'Too many.', code: 'rate' } }),
  );
  await page.goto(`/societies?q=${encodeURIComponent(cast.open.name)}`);
  await expect(page.getByText('The societies did not load')).toBeVisible();
  await page.unroute(`**${getAllSocieties.path}*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, cast.open.name)).toBeVisible();
});
