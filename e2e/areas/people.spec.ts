import { followUser } from '#models/contract/people';
import { getUserInfo } from '#models/contract/users';
import { demoAccounts } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { expect, test } from '../support/test.js';

/** A person whose followers no other test depends on. */
const whom = demoAccounts.platformAdmin;

test('somebody is followed, and counted on their own screen', async ({ app, signedIn }) => {
  const person = await dataOf((await callsOf(app.address, whom.email))(getUserInfo, {}));
  const [member, own] = [await signedIn('member'), await signedIn('platformAdmin')];
  await own.goto(`/users/${person.ID}`);
  const followers = own.getByRole('button', { name: /Followers$/ });
  const before = Number.parseInt((await followers.textContent()) ?? '', 10);
  await member.goto(`/users/${person.ID}`);
  await expect(member.getByRole('heading', { level: 1 })).toHaveText(whom.name);
  await member.route(`**${followUser.path}`, (route) => route.abort());
  await member.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(member.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible();
  await expect(member.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await member.unroute(`**${followUser.path}`);
  await member.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(followers).toHaveText(`${before + 1} Followers`);
  await followers.click();
  await expect(own.getByRole('dialog', { name: 'Followers' }).getByRole('link', { name: demoAccounts.member.name })).toBeVisible();
  await member.getByRole('button', { name: 'Following', exact: true }).click();
  await expect(member.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
});

test('a profile is read without an account, and leads to what it shows', async ({ app, visitor }) => {
  const person = await dataOf((await callsOf(app.address, demoAccounts.societyAdmin.email))(getUserInfo, {}));
  const page = await visitor();
  await page.goto(`/users/${person.ID}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(demoAccounts.societyAdmin.name);
  await expect(page.getByRole('region', { name: 'Recent Posts' }).getByRole('link').first()).toBeVisible();
  await page
    .getByRole('region', { name: 'Societies' })
    .getByRole('link', { name: /Robotics Society/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Robotics Society');
  await page.goBack();
  await page.getByRole('link', { name: 'Follow', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
});
