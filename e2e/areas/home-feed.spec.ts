import type { Page } from 'playwright/test';
import { createPost } from '#models/contract/posts';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { postWith, settled } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { shared } = demoSocieties;
const line = (page: Page) => page.getByText('New since your last visit', { exact: true });

/** As if the feed had been left an hour ago. */
const leave = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('nadi-feed-visit-')) ?? '';
    const visit = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...visit, at: Date.now() - 3600_000 }));
  });

test('what others posted since the last visit is above a line, which one jump reaches', async ({ app, signedIn }) => {
  const page = await signedIn('member');
  await expect(page.getByRole('article').first()).toBeVisible(settled);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('nadi-feed-visit-')))).toBe(true);
  await leave(page);
  const ask = await callsOf(app.address, demoAccounts.societyAdmin.email);
  const words = [1, 2, 3].map((n) => `News ${n} of ${Date.now()}`);
  for (const content of words) await dataOf(ask(createPost, { society_id: shared.id, content, image: '' }));
  await page.goto('/events');
  await leave(page);
  await page.goto('/');
  // A feed that was stored in the browser holds back what came since.
  const pill = page.getByRole('button', { name: '3 new posts' });
  await expect(pill.or(postWith(page, words[0] ?? '')).first()).toBeVisible(settled);
  if (await pill.isVisible()) await pill.click();
  await expect(postWith(page, words[0] ?? '')).toBeVisible(settled);
  await expect(page.getByText('3 new posts since your last visit')).toBeVisible();
  await page.getByRole('button', { name: 'Jump to where you left off' }).click();
  await expect(line(page)).toBeInViewport();
  const [top, below] = [await postWith(page, words[0] ?? '').boundingBox(), await line(page).boundingBox()];
  expect(top?.y).toBeLessThan(below?.y ?? 0);
});

test('the composer is above the feed, opens as a sheet on a phone, and has the society last posted in', async ({ signedIn }) => {
  const page = await signedIn('member');
  await page.setViewportSize({ width: 390, height: 844 });
  const prompt = page.getByRole('button', { name: "What's on your mind?" });
  await prompt.click();
  const sheet = page.getByRole('dialog', { name: 'Create Post' });
  const box = await sheet.boundingBox();
  expect([box?.width, box?.height]).toEqual([390, 844]);
  const words = `From a phone ${Date.now()}`;
  await sheet.getByRole('combobox', { name: /Society/ }).selectOption(shared.id);
  await sheet.getByRole('textbox', { name: "What's on your mind?" }).fill(words);
  await sheet.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(postWith(page, words)).toBeVisible(settled);
  await prompt.click();
  await expect(sheet.getByRole('combobox', { name: /Society/ })).toHaveValue(shared.id);
});

test('Ctrl K goes to a page by its name, and to a society by a search', async ({ signedIn }) => {
  const page = await signedIn('member');
  const palette = page.getByRole('dialog', { name: 'Go to' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(demoAccounts.member.name);
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('notif');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/notifications$/);
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(shared.name);
  await palette.getByRole('option', { name: shared.name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/societies/${shared.id}$`));
  await expect(palette).toBeHidden();
});

test('the account stays in the side bar of a low window, and the menus scroll above it', async ({ signedIn }) => {
  const page = await signedIn('societyAdmin');
  await page.setViewportSize({ width: 1440, height: 700 });
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport();
});
