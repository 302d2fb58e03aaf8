import type { Page } from 'playwright/test';
import { removeMember } from '#models/contract/member-list';
import { leaveSociety } from '#models/contract/members';
import { getUserInfo } from '#models/contract/users';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import type { Balancer } from '../support/balancer.js';
import { callsOf, dataOf } from '../support/calls.js';
import { commentOn, counted, live, postWith, settled, write } from '../support/posts.js';
import { expect, OpenPages, signIn, test } from '../support/test.js';
import { startTwoOfEach } from '../support/two-of-each.js';

const { asked } = demoSocieties;

/** The two browsers' sockets are on different gateways. */
async function setApart(balancer: Balancer): Promise<void> {
  await expect
    .poll(
      () => {
        const sockets = balancer.sockets();
        const crowded = sockets.indexOf(2);
        if (crowded >= 0) balancer.cutOne(crowded);
        return sockets;
      },
      { timeout: 20_000, intervals: [1500] },
    )
    .toEqual([1, 1]);
}

/** The member's id, and a society that the member is not in, whatever other journeys have done. */
async function memberOutside(address: string): Promise<string> {
  const call = await callsOf(address, demoAccounts.member.email);
  expect([200, 404]).toContain((await call(leaveSociety, { society_id: asked.id })).status);
  return (await dataOf(call(getUserInfo, {}))).ID;
}

/** Asks to join, is let in, and is removed again: each is on the other's screen without a reload. */
async function joinAndLose(member: Page, admin: Page, address: string): Promise<void> {
  const memberId = await memberOutside(address);
  await admin.goto(`/societies/${asked.id}/join-requests`);
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await member.goto(`/societies/${asked.id}`);
  await member.getByRole('button', { name: 'Join Society' }).click();
  await member.getByRole('button', { name: 'Send request' }).click();
  const row = admin.getByRole('button', { name: new RegExp(demoAccounts.member.name) }).first();
  await expect(row).toBeVisible(live);
  await row.click();
  await admin.getByRole('button', { name: 'Approve', exact: true }).last().click();
  await expect(member.getByRole('link', { name: 'Timeline' })).toBeVisible(live);
  const asAdmin = await callsOf(address, demoAccounts.societyAdmin.email);
  await dataOf(asAdmin(removeMember, { society_id: asked.id, user_id: memberId }));
  await expect(member.getByRole('link', { name: 'Timeline' })).toHaveCount(0, live);
  await expect(member.getByRole('button', { name: 'Join Society' })).toBeVisible();
}

test('two gateways and two workers work as one, and one may fall', async ({ app, browser }) => {
  test.setTimeout(180_000);
  const two = await startTwoOfEach(app);
  const opened = new OpenPages(two.balancer, browser);
  const [member, admin] = [await opened.open(), await opened.open()];
  await signIn(member, 'member');
  await signIn(admin, 'societyAdmin');
  await setApart(two.balancer);

  const words = `Seen through two doors ${Date.now()}`;
  await write(admin, words);
  await member.goto('/');
  await setApart(two.balancer);
  const [seen, own] = [postWith(member, words), postWith(admin, words)];
  await expect(seen).toBeVisible();
  await counted(seen, 'Like').click();
  await expect(counted(own, 'Like')).toHaveText('1', live);
  await commentOn(seen, 'From the other door');
  await expect(counted(own, 'Comment')).toHaveText('1', live);
  const notification = admin.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: false });
  await expect(notification.first()).toBeVisible(settled);

  await joinAndLose(member, admin, two.balancer.address);

  await Promise.all([member.goto('/'), admin.goto('/')]);
  await setApart(two.balancer);
  await expect(counted(postWith(member, words), 'Like')).toHaveText('1');
  await expect(counted(postWith(admin, words), 'Like')).toHaveText('1');
  await two.gateway.kill();
  await expect.poll(() => two.balancer.sockets(), settled).toEqual([2, 0]);
  await counted(postWith(member, words), 'Like').click();
  await expect(counted(postWith(admin, words), 'Like')).toHaveText('0', settled);
  await commentOn(postWith(admin, words), 'One door is enough');
  await expect(counted(postWith(member, words), 'Comment')).toHaveText('2', settled);

  await opened.close();
  await two.close();
});
