import type { Page } from 'playwright/test';
import { markAllRead } from '#models/contract/notifications';
import { createPost, deletePost, getPost, updatePost } from '#models/contract/posts';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { counted, live, postWith } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { shared } = demoSocieties;
/** The admin writes a post in the society that both are in. */
async function written(address: string, content: string): Promise<string> {
  const ask = await callsOf(address, demoAccounts.societyAdmin.email);
  return (await dataOf(ask(createPost, { society_id: shared.id, content, image: '' }))).ID;
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function edit(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'More about this post' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Post' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill(words);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
}

test('my post is edited, and says so on the other screen without a reload', async ({ app, signedIn }) => {
  const words = `As first written ${Date.now()}`;
  const id = await written(app.address, words);
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await member.goto(`/posts/${id}`);
  await admin.goto(`/posts/${id}`);
  await expect(heading(member)).toHaveText(`Post by ${demoAccounts.societyAdmin.name}`);
  await expect(postWith(member, words)).toBeVisible();
  await expect(member.getByRole('button', { name: 'More about this post' })).toHaveCount(0);
  await admin.route(`**${updatePost.path}`, (route) => route.abort());
  await edit(admin, `${words}, mended`);
  await expect(admin.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible();
  const dialog = admin.getByRole('dialog', { name: 'Edit Post' });
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(`${words}, mended`);
  await admin.unroute(`**${updatePost.path}`);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(postWith(member, `${words}, mended`)).toContainText('edited', live);
  await expect(admin.getByText('Post updated')).toBeVisible();
});

test('a comment on the page of a post counts on both screens', async ({ app, signedIn }) => {
  const id = await written(app.address, `Talk to me ${Date.now()}`);
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await member.goto(`/posts/${id}`);
  await admin.goto(`/posts/${id}`);
  const field = member.getByRole('textbox', { name: 'Write a comment' });
  await expect(admin.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
  await field.fill('Gladly');
  await field.press('Enter');
  const post = admin.getByRole('article');
  await expect(counted(post, 'Comment')).toHaveText('1', live);
  await expect(post.getByText('Gladly')).toBeVisible(live);
  await post.getByRole('link', { name: demoAccounts.member.name }).click();
  await expect(admin).toHaveURL(/\/users\//);
});

test('a post is shared by its address, deleted, and gone from the other screen', async ({ app, signedIn }) => {
  const id = await written(app.address, `Short-lived ${Date.now()}`);
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await member.goto(`/posts/${id}`);
  await admin.goto(`/posts/${id}`);
  await member.getByRole('button', { name: 'Share' }).click();
  await expect(member.getByText('Link copied to clipboard')).toBeVisible();
  await admin.route(`**${deletePost.path}*`, (route) => route.fulfill({ status: 500, body: '{}' }));
  const remove = async () => {
    await admin.getByRole('button', { name: 'More about this post' }).click();
    await admin.getByRole('menuitem', { name: 'Delete' }).click();
    await admin.getByRole('dialog', { name: 'Delete Post' }).getByRole('button', { name: 'Delete Post' }).click();
  };
  await remove();
  await expect(admin.getByText('Server error. Please try again later.')).toBeVisible();
  await expect(admin.getByRole('article')).toBeVisible();
  await admin.unroute(`**${deletePost.path}*`);
  await remove();
  await expect(admin.getByText('Post deleted')).toBeVisible();
  await expect(admin).toHaveURL(/\/$/);
  await expect(heading(member)).toHaveText('This post was removed', live);
  await member.reload();
  await expect(heading(member)).toHaveText('Post not found');
});

test('a visitor reads a post and finds the way to its comments; without an answer it says so', async ({ app, visitor }) => {
  const words = `For everybody ${Date.now()}`;
  const id = await written(app.address, words);
  const page = await visitor();
  await page.goto(`/posts/${id}`);
  await expect(postWith(page, words).getByText('0 Likes • 0 Comments')).toBeVisible();
  await page.getByRole('link', { name: 'Log in to read and write comments' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.route(`**${getPost.path}*`, (route) => route.fulfill({ status: 500, body: '{}' }));
  // With a query, the gateway renders no page, so the browser asks.
  await page.goto(`/posts/${id}?from=mail`);
  await expect(heading(page)).toHaveText('This did not load');
  await page.unroute(`**${getPost.path}*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(postWith(page, words)).toBeVisible();
});

test('notifications have a page, which shows a new one at once and marks all as read; a refusal rolls that back', async ({
  app,
  signedIn,
}) => {
  const id = await written(app.address, `Like this ${Date.now()}`);
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await admin.goto('/notifications');
  await expect(heading(admin)).toHaveText('Notifications');
  await member.goto(`/posts/${id}`);
  await counted(member.getByRole('article'), 'Like').click();
  const first = admin.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first();
  await expect(first).toContainText('Like this', { timeout: 10_000 });
  await expect(first.getByText('unread')).toBeAttached();
  await admin.route(`**${markAllRead.path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await admin.getByRole('button', { name: 'Mark all read' }).click();
  await expect(admin.getByText('Server error. Please try again later.')).toBeVisible();
  await expect(first.getByText('unread')).toBeAttached();
  await admin.unroute(`**${markAllRead.path}`);
  await admin.getByRole('button', { name: 'Mark all read' }).click();
  await expect(first.getByText('unread')).toHaveCount(0);
  await first.getByRole('link').click();
  await expect(admin).toHaveURL(new RegExp(`/posts/${id}$`));
});

/** The calls of the cards, and those of the lists that stand in for them. */
const answers = /\/(analytics\/|posts\/get_all_posts|events\/get_all_events|societies\/get_all_societies)/;

for (const [link, path, name] of [
  ['Recent Activity', '/activity', 'Recent Activity'],
  ['Trending Posts', '/trending', 'Trending Posts'],
  ['Recommended for You', '/recommendations', 'Recommended for You'],
] as const) {
  test(`the card '${link}' leads to all of it, and without an answer its page says so`, async ({ signedIn }) => {
    const page = await signedIn('member');
    await page.getByRole('region', { name: link }).getByRole('link', { name: 'View all' }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(heading(page)).toHaveText(name);
    const rows = page.getByRole('region', { name }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    expect(await rows.count()).toBeGreaterThan(3);
    await page.route(answers, (route) => route.abort());
    await page.reload();
    // Another card of the page may have failed, too.
    const tryAgain = page.getByRole('button', { name: 'Try again' }).first();
    await tryAgain.waitFor({ timeout: 20_000 });
    await page.unroute(answers);
    await tryAgain.click();
    await expect(rows.first()).toBeVisible();
  });
}
