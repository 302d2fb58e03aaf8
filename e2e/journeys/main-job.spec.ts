import { demoAccounts, demoSocieties } from '#models/testing/demo';
import { counted, live, postWith, write } from '../support/posts.js';
import { expect, signIn } from '../support/test.js';
import { test } from '../support/visiting.js';

const { asked } = demoSocieties;

test('a new post waits behind a pill, and a like and a comment are on the other screen without a reload', async ({ visitor, signedIn }) => {
  const [member, admin] = [await visitor(), await signedIn('societyAdmin')];
  await signIn(member, 'member');
  await expect(member.getByRole('article').first()).toBeVisible();
  const words = `Line follower finals, row ${Date.now()}`;
  await write(admin, words);
  const pill = member.getByRole('button', { name: /new post/ });
  await expect(pill).toBeVisible();
  const [seen, own] = [postWith(member, words), postWith(admin, words)];
  await expect(seen).toHaveCount(0);
  await pill.click();
  await expect(member.getByRole('article').first()).toContainText(words);

  await expect(counted(own, 'Like')).toHaveText('0');
  await counted(seen, 'Like').click();
  await expect(counted(own, 'Like')).toHaveText('1', live);
  await counted(seen, 'Comment').click();
  await seen.getByRole('textbox', { name: 'Write a comment' }).fill('See you on Thursday!');
  await seen.getByRole('textbox', { name: 'Write a comment' }).press('Enter');
  await expect(seen.getByText('You', { exact: true })).toBeVisible();
  await expect(counted(own, 'Comment')).toHaveText('1', live);
  await counted(own, 'Comment').click();
  await expect(own.getByText('See you on Thursday!')).toBeVisible();
  await expect(own.getByText(demoAccounts.member.name)).toBeVisible();
});

test('asking to join, approving and belonging, without a reload', async ({ signedIn }) => {
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await admin.goto(`/societies/${asked.id}/join-requests`);
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await member.goto(`/societies/${asked.id}`);
  await member.getByRole('button', { name: 'Join Society' }).click();
  await member.getByRole('button', { name: 'Send request' }).click();
  await expect(member.getByRole('button', { name: 'Request Sent' })).toBeDisabled();
  const row = admin.getByRole('button', { name: new RegExp(demoAccounts.member.name) }).first();
  await expect(row).toBeVisible(live);
  const bell = member.getByRole('link', { name: /notification/i });
  const before = await bell.getAttribute('aria-label');
  await row.click();
  await admin.getByRole('button', { name: 'Approve', exact: true }).last().click();
  await expect(member.getByRole('link', { name: 'Timeline' })).toBeVisible(live);
  await expect(member.getByRole('button', { name: 'Request Sent' })).toHaveCount(0);
  await expect(bell).not.toHaveAttribute('aria-label', before ?? '');
  await expect(member.getByText('Recent Activity').first()).toBeVisible();
});
