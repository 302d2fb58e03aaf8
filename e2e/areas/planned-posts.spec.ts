import type { Page } from 'playwright/test';
import { planPost } from '#models/contract/planned-posts';
import { createPost } from '#models/contract/posts';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { live, postWith } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { shared } = demoSocieties;

/** Expects one post with these words, at once or behind the pill of new ones: a page opens with what was on it last. */
async function expectOnce(page: Page, words: string): Promise<void> {
  const pill = page.getByRole('button', { name: /new posts?$/ });
  await expect(pill.or(postWith(page, words)).first()).toBeVisible({ timeout: 20_000 });
  await expect(async () => {
    if (await pill.isVisible()) await pill.click();
    await expect(postWith(page, words)).toHaveCount(1, { timeout: 1000 });
  }).toPass({ timeout: 10_000 });
}

test('a draft is mine alone until I publish it, and then on the other screen', async ({ signedIn }) => {
  const words = `Written for later ${Date.now()}`;
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await admin.goto(`/societies/${shared.id}`);
  await member.goto('/');
  await member.getByRole('button', { name: "What's on your mind?" }).click();
  await member.getByRole('textbox', { name: "What's on your mind?" }).fill(words);
  await member.getByLabel('Society').selectOption(shared.id);
  await member.getByRole('button', { name: 'Save as a draft, or schedule' }).click();
  await member.getByRole('button', { name: 'Save draft' }).click();
  await expect(member.getByText('Draft saved')).toBeVisible();
  await member.goto('/drafts');
  const draft = member.getByRole('listitem').filter({ hasText: words });
  await expect(draft).toContainText('Draft');
  await expect(postWith(admin, words)).toHaveCount(0);
  await draft.getByRole('button', { name: 'Publish now' }).click();
  await expect(draft).toHaveCount(0);
  await admin.goto(`/societies/${shared.id}`);
  await expectOnce(admin, words);
});

test('a vote counts on the other screen, without a reload', async ({ app, signedIn }) => {
  const words = `When do we meet? ${Date.now()}`;
  const ask = await callsOf(app.address, demoAccounts.societyAdmin.email);
  const ends_at = new Date(Date.now() + 86_400_000).toISOString();
  const poll = { options: ['On Monday', 'On Tuesday'], ends_at };
  const { ID } = await dataOf(ask(createPost, { society_id: shared.id, content: words, poll }));
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await admin.goto(`/posts/${ID}`);
  await expect(postWith(admin, words)).toContainText('0 votes');
  await member.goto('/');
  await member.goto(`/posts/${ID}`);
  await member.getByRole('radio', { name: 'On Tuesday' }).check();
  await member.getByRole('button', { name: 'Vote', exact: true }).click();
  await expect(member.getByText('Your vote was counted')).toBeVisible();
  await expect(postWith(admin, words)).toContainText('1 person voted', live);
});

test('a scheduled post appears once at its time on three screens that were open before', async ({ app, signedIn }) => {
  const words = `At its time ${Date.now()}`;
  const screens = [await signedIn('member'), await signedIn('societyAdmin'), await signedIn('platformAdmin')];
  for (const screen of screens) await screen.goto(`/societies/${shared.id}`);
  const ask = await callsOf(app.address, demoAccounts.societyAdmin.email);
  const publish_at = new Date(Date.now() + 5000).toISOString();
  await dataOf(ask(planPost, { society_id: shared.id, content: words, publish_at }));
  for (const screen of screens) {
    await expectOnce(screen, words);
    await screen.reload();
    await expectOnce(screen, words);
  }
});
