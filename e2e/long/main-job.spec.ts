import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { demoPassword, demoStudents } from '#models/testing/demo';
import { counted, postWith, settled, write } from '../support/posts.js';
import { expect, test } from '../support/test.js';

/** Thirty students of the demo community like a post, each by the call that the button makes. */
async function likedByThirty(address: string, postId: string, emails: readonly string[]): Promise<void> {
  const send = (path: string, body: object, token = '') =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  for (const email of emails) {
    const { data: token } = (await (await send('/auth/login', { email, password: demoPassword })).json()) as { data: string };
    const answer = await send('/posts/like_post', { post_id: postId }, token);
    expect(answer.status).toBe(200);
  }
}

test('the trending card changes after a burst of likes', async ({ app, signedIn }) => {
  const admin = await signedIn('societyAdmin');
  const words = `Everybody is talking about this ${Date.now()}`;
  const created = admin.waitForResponse((response) => response.url().endsWith('/posts/create_post'));
  await write(admin, words);
  const { data } = (await (await created).json()) as { data: { ID: string } };
  const trending = admin.getByRole('region', { name: 'Trending Posts' });
  await expect(trending.getByRole('listitem')).toHaveCount(3);
  await expect(trending.getByText(words.slice(0, 40))).toHaveCount(0);
  await likedByThirty(app.address, data.ID, demoStudents(30));
  await expect(trending.getByText(words.slice(0, 40))).toBeVisible({ timeout: 10_000 });
});

/** Likes as the member, and waits until the counter has it. */
async function like(page: Page, words: string): Promise<void> {
  await counted(postWith(page, words), 'Like').click();
  await expect(counted(postWith(page, words), 'Like')).toHaveText('1');
}

test.describe('kill -9 in the middle', () => {
  test('of the workers: everybody is notified once, after their restart', async ({ app, signedIn }) => {
    const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
    const words = `Workers may fall ${Date.now()}`;
    await write(admin, words);
    await member.goto('/');
    app.kill('workers');
    await like(member, words);
    const notification = admin.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: false });
    await expect(notification).toHaveCount(1, settled);
    await sleep(2000);
    await expect(notification).toHaveCount(1);
  });

  test('of the gateway: screens come back by themselves, and counts are right', async ({ app, signedIn }) => {
    const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
    const words = `Gateways may fall ${Date.now()}`;
    await write(admin, words);
    await member.goto('/');
    await like(member, words);
    app.kill('gateway');
    await app.ready();
    await expect(counted(postWith(admin, words), 'Like')).toHaveText('1', settled);
    await counted(postWith(member, words), 'Like').click();
    await expect(counted(postWith(admin, words), 'Like')).toHaveText('0', settled);
  });

  test('of the starter: a new start takes over what lives', async ({ app, signedIn }) => {
    const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
    const words = `Starters may fall ${Date.now()}`;
    await write(admin, words);
    await member.goto('/');
    await expect(postWith(member, words)).toBeVisible();
    await app.killStarter();
    await app.start();
    await expect(counted(postWith(member, words), 'Like')).toBeEnabled(settled);
    await like(member, words);
    await expect(counted(postWith(admin, words), 'Like')).toHaveText('1', settled);
  });
});

test('both languages, switched without a reload', async ({ signedIn }) => {
  const member = await signedIn('member');
  await member.getByRole('button', { name: 'العربية' }).click();
  await expect(member.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(member.getByRole('heading', { name: 'المنشورات الرائجة' })).toBeVisible();
  await member.getByRole('button', { name: 'English' }).click();
  await expect(member.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(member.getByRole('heading', { name: 'Trending Posts' })).toBeVisible();
});
