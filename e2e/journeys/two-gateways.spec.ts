import type { Page } from 'playwright/test';
import { demoAccounts, demoPassword, demoSocieties } from '#models/testing/demo';
import type { Balancer } from '../support/balancer.js';
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

type Account = keyof typeof demoAccounts;
type Send = (method: 'GET' | 'PUT' | 'DELETE', path: string, input: Record<string, string>) => Promise<Response>;

/** Calls as somebody, through the proxy, as a script of theirs would. */
async function callsOf(address: string, account: Account): Promise<Send> {
  const send = (path: string, method: string, body: object | null, token: string) =>
    fetch(`${address}${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const signedIn = await send('/auth/login', 'POST', { email: demoAccounts[account].email, password: demoPassword }, '');
  const { data: token } = (await signedIn.json()) as { data: string };
  return (method, path, input) =>
    method === 'PUT' ? send(path, method, input, token) : send(`${path}?${new URLSearchParams(input)}`, method, null, token);
}

/** The member's id, and a society that the member is not in, whatever other journeys have done. */
async function memberOutside(address: string): Promise<string> {
  const call = await callsOf(address, 'member');
  const left = await call('PUT', '/societies/leave_society', { society_id: asked.id });
  expect([200, 404]).toContain(left.status);
  const { data } = (await (await call('GET', '/users/get_user_info', {})).json()) as { data: { ID: string } };
  return data.ID;
}

/** Asks to join, is let in, and is removed again: each is on the other's screen within a second. */
async function joinAndLose(member: Page, admin: Page, address: string): Promise<void> {
  const memberId = await memberOutside(address);
  await admin.goto(`/societies/${asked.id}/join-requests`);
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  await member.goto(`/societies/${asked.id}`);
  await member.getByRole('button', { name: 'Join Society' }).click();
  const row = admin.getByRole('button', { name: new RegExp(demoAccounts.member.name) }).first();
  await expect(row).toBeVisible(live);
  await row.click();
  await admin.getByRole('button', { name: 'Approve', exact: true }).last().click();
  await expect(member.getByRole('link', { name: 'Timeline' })).toBeVisible(live);
  const call = await callsOf(address, 'societyAdmin');
  const removed = await call('DELETE', '/societies/remove_member', { society_id: asked.id, user_id: memberId });
  expect(removed.status).toBe(204);
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
  const told = admin.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: false });
  await expect(told.first()).toBeVisible(settled);

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
