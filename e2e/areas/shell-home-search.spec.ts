import type { Page } from 'playwright/test';
import { createEvent } from '#models/contract/event-changes';
import { createPost } from '#models/contract/posts';
import { searchAll } from '#models/contract/search';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { settled } from '../support/posts.js';
import { takenOver } from '../support/rendered.js';
import { expect, test } from '../support/test.js';

const { asked, shared } = demoSocieties;
const dayMs = 86_400_000;
const inThreeDays = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Amman' }).format(Date.now() + 3 * dayMs);
const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const phone = { width: 390, height: 844 };

/** A word that nothing else has, in an event and in a post. */
async function somethingNew(address: string): Promise<{ word: string; event: string; post: string }> {
  const ask = await callsOf(address, demoAccounts.societyAdmin.email);
  const word = `zarzur${Date.now()}`;
  const description = 'An evening to see whether everything is found.';
  const plan = { society_id: asked.id, category: 'Workshop' as const, description, date: inThreeDays(), time: '18:00', location: 'Lab 3' };
  const event = await dataOf(ask(createEvent, { ...plan, title: `Evening of ${word}` }));
  const post = await dataOf(ask(createPost, { society_id: shared.id, content: `We saw ${word} at last`, image: '' }));
  return { word, event, post: post.ID };
}

test('the header finds a society and an event, opens both, and leads to everything that was found', async ({ app, visitor }) => {
  const { word, event, post } = await somethingNew(app.address);
  const page = await visitor();
  await page.goto('/');
  await takenOver(page);
  await expect(box(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(asked.name);
  await page.getByRole('option', { name: asked.name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/societies/${asked.id}$`));
  await box(page).fill(word);
  await expect(page.getByText('View all 2 results')).toBeVisible(settled);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/events/${event}$`));
  await box(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/search\\?q=${word}$`));
  await expect(page.getByRole('article', { name: `Evening of ${word}` })).toBeVisible(settled);
  await page.getByRole('link', { name: /^Posts/ }).click();
  await expect(page.getByText(`We saw ${word} at last`)).toBeVisible(settled);
  await page.goto(`/posts/${post}`);
  await expect(page.getByText(`We saw ${word} at last`)).toBeVisible(settled);
});

test('search shows when it finds nothing, and when it fails, with a retry', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/societies');
  await box(page).fill('qqqxxzz');
  await expect(page.getByText('No results found for qqqxxzz')).toBeVisible(settled);
  await expect(page.getByText('Try a different search term')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Try a different search term')).toHaveCount(0);
  await page.route(`**${searchAll.path}*`, (route) => route.fulfill({ status: 500, json: { error_message: 'Boom', code: 'internal' } }));
  const refused = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === asked.name);
  await box(page).fill(asked.name);
  expect((await refused).status()).toBe(500);
  await expect(page.getByRole('alert').getByText('This did not load')).toBeVisible(settled);
  await page.unroute(`**${searchAll.path}*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('option', { name: asked.name }).first()).toBeVisible(settled);
});

test('the side bar searches too, and blank text leads nowhere', async ({ visitor }) => {
  const page = await visitor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/about');
  const field = page.getByRole('searchbox', { name: 'Search Nadi' });
  await field.fill('   ');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/about$/);
  await field.fill(asked.name);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?query=/);
  await expect(page.getByRole('region', { name: 'Societies' }).getByRole('link', { name: asked.name }).first()).toBeVisible(settled);
});

test('the drawer of a phone closes on Escape, on its overlay and on a link', async ({ signedIn }) => {
  const page = await signedIn('member');
  await page.setViewportSize(phone);
  const drawer = page.getByRole('dialog');
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(drawer).toBeVisible();
  };
  await open();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await open();
  await page.mouse.click(phone.width - 8, phone.height / 2);
  await expect(drawer).toBeHidden();
  await open();
  await drawer.getByRole('link', { name: 'My Societies' }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/my-societies$/);
});

test('home leads on: from the welcome, the quick links and the bottom bar, where a post can be written anywhere', async ({ signedIn }) => {
  const page = await signedIn('member');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(demoAccounts.member.name);
  await page.getByRole('link', { name: 'Browse Events' }).first().click();
  await expect(page).toHaveURL(/\/events$/);
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'My Societies', exact: true }).click();
  await expect(page).toHaveURL(/\/my-societies$/);
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Create a post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Post' });
  await dialog.getByRole('textbox', { name: "What's on your mind?" }).fill(`From the bottom bar ${Date.now()}`);
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText('Post created successfully!')).toBeVisible(settled);
  await expect(dialog).toBeHidden();
});
