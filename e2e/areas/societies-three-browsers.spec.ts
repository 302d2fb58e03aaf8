import type { Locator, Page } from 'playwright/test';
import { updateInfo } from '#models/contract/society-settings';
import { dataOf } from '../support/calls.js';
import { type Cast, expect, test } from '../support/cast.js';
import { live, postWith } from '../support/posts.js';

/** A figure of the header: members, events or posts. */
const figure = (page: Page, name: 'Members' | 'Posts'): Locator =>
  page
    .locator('main header dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
const tab = (page: Page, name: string): Locator => page.getByRole('navigation', { name: 'Society pages' }).getByRole('link', { name });
const detail = (page: Page): Locator => page.getByRole('region', { name: 'Request', exact: true });

async function everywhere(pages: Page[], name: 'Members' | 'Posts', count: number): Promise<void> {
  for (const page of pages) await expect(figure(page, name)).toHaveText(String(count), live);
}

/** Somebody asks; one admin has the queue open, the other the very request. */
async function asked(cast: Cast, society: { id: string; name: string }) {
  await dataOf(cast.as('admin')(updateInfo, { society_id: society.id, question: 'What do you bring?' }));
  const newcomer = await cast.newcomer();
  const pages: [Page, Page, Page] = [await cast.page(newcomer), await cast.page('admin'), await cast.page('secondAdmin')];
  const [outsider, queue, second] = pages;
  for (const page of [queue, second]) {
    await page.goto(`/societies/${society.id}/join-requests`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(society.name);
    await expect(page.getByText('Pending Requests', { exact: true })).toBeVisible();
  }
  await outsider.goto(`/societies/${society.id}`);
  await outsider.getByRole('button', { name: 'Join Society' }).click();
  await outsider.getByRole('dialog').getByRole('textbox').fill('Two hands and a kite.');
  await outsider.getByRole('button', { name: 'Send request' }).click();
  await expect(outsider.getByRole('button', { name: 'Request Sent' })).toBeDisabled();
  const rowOf = (page: Page) => page.getByRole('button', { name: new RegExp(`^${newcomer.name}`) });
  await expect(rowOf(queue)).toBeVisible(live);
  await expect(rowOf(second)).toBeVisible(live);
  await rowOf(second).click();
  await expect(detail(second)).toContainText(newcomer.name);
  await expect(detail(second)).toContainText('Two hands and a kite.');
  return { newcomer, pages, rowOf };
}

for (const kind of ['open', 'closed'] as const) {
  test(`a request, its approval, a post and a removal in the ${kind} society are on all three screens at once`, async ({ cast }) => {
    const society = cast[kind];
    const { newcomer, pages, rowOf } = await asked(cast, society);
    const [outsider, queue, second] = pages;
    const [members, posts] = [Number(await figure(queue, 'Members').innerText()), Number(await figure(queue, 'Posts').innerText())];

    await queue.getByRole('button', { name: `Approve ${newcomer.name}` }).click();
    await expect(tab(outsider, 'Timeline')).toBeVisible(live);
    const welcome = outsider.getByRole('status').filter({ hasText: `You're in! Welcome to ${society.name}.` });
    await expect(welcome).toBeVisible(live);
    await welcome.getByRole('button', { name: 'Close' }).click();
    await expect(rowOf(queue)).toHaveCount(0);
    await expect(detail(second)).toContainText('Approved', live);
    await expect(detail(second)).toContainText(cast.people.admin.name);
    await expect(detail(second).getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await everywhere(pages, 'Members', members + 1);

    const words = `The first thing I say here ${Date.now()}`;
    await outsider.getByRole('button', { name: 'Create Post' }).click();
    await outsider.getByRole('textbox', { name: "What's on your mind?" }).fill(words);
    await outsider.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(postWith(outsider, words)).toBeVisible();
    await everywhere(pages, 'Posts', posts + 1);

    await tab(queue, 'Members').click();
    await queue.getByRole('searchbox', { name: 'Search by name or email' }).fill(newcomer.name);
    await queue.getByRole('button', { name: `More about ${newcomer.name}` }).click();
    await queue.getByRole('menuitem', { name: 'Remove' }).click();
    await queue.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(queue.getByText('Member removed')).toBeVisible();
    await expect(outsider.getByText(`You are no longer a member of ${society.name}.`)).toBeVisible(live);
    await expect(outsider.getByRole('button', { name: 'Join Society' })).toBeVisible(live);
    await expect(tab(outsider, 'Timeline')).toHaveCount(0);
    await everywhere(pages, 'Members', members);
    if (kind === 'open') await expect(postWith(outsider, words)).toBeVisible();
    else {
      await expect(outsider.getByText('Only members see the posts')).toBeVisible();
      await expect(postWith(outsider, words)).toHaveCount(0);
    }
  });
}
