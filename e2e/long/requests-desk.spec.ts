import type { Browser, Page } from 'playwright/test';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { askToJoin } from '#models/contract/join-requests';
import { getAllMembers, updateMemberRole } from '#models/contract/member-list';
import { getNotifications, getUnreadCount } from '#models/contract/notifications';
import { updatePreferences } from '#models/contract/profiles';
import { decideRequests, getOpenRequests, reopenRequest } from '#models/contract/request-desk';
import { createSociety } from '#models/contract/society-creation';
import { getUserInfo } from '#models/contract/users';
import { demoStudents } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { expect, OpenPages, signIn, test } from '../support/test.js';

const within = { timeout: 1000 };
const eventually = { timeout: 30_000 };

/** A fresh society with two admins, and forty people who asked to join it. */
async function fortyRequests(address: string) {
  const [first = '', second = '', ...asking] = demoStudents(62).slice(20);
  const [admin, other] = [await callsOf(address, first), await callsOf(address, second)];
  for (const as of [admin, other]) await dataOf(as(updatePreferences, { locale: 'en' }));
  const society_id = await dataOf(
    admin(createSociety, {
      name: `Desk ${Date.now().toString(36)}`,
      description: 'Forty people want to join this society.',
      category: 'Social',
      visibility: 'public',
      joinApproval: true,
    }),
  );
  await dataOf(other(askToJoin, { society_id }));
  const [own] = await dataOf(admin(getJoinRequests, { society_id }));
  await dataOf(admin(decideRequests, { request_ids: [own?.Request_ID ?? ''], decision: 'approve' }));
  await dataOf(admin(updateMemberRole, { society_id, member: (await dataOf(other(getUserInfo, {}))).ID, role: 'admin' }));
  const people = await Promise.all(asking.slice(0, 40).map((email) => callsOf(address, email)));
  for (const as of people) await dataOf(as(askToJoin, { society_id }));
  return { society_id, first, second, admin, other, people };
}

/** The desks of two admins, the second on a phone. */
async function twoDesks(app: { address: string }, browser: Browser, emails: [string, string]) {
  const opened = new OpenPages(app, browser);
  const [one, two] = [await opened.open(), await opened.open()];
  await signIn(one, { email: emails[0] });
  await signIn(two, { email: emails[1] });
  await one.setViewportSize({ width: 1440, height: 900 });
  await two.setViewportSize({ width: 390, height: 844 });
  for (const page of [one, two]) {
    await page.goto('/requests');
    await expect(rowsOf(page).first()).toBeVisible(eventually);
  }
  return { one, two, close: () => opened.close() };
}

const rowsOf = (page: Page) => page.locator('button[id^="request-"]');
const idsOf = async (page: Page): Promise<string[]> => rowsOf(page).evaluateAll((rows) => rows.map(({ id }) => id));

test('two admins decide forty requests at once: both lists are equal, each is decided and told once, and undo restores all', async ({
  app,
  browser,
}) => {
  test.setTimeout(300_000);
  const { society_id, first, second, admin, other, people } = await fortyRequests(app.address);
  const { one, two, close } = await twoDesks(app, browser, [first, second]);
  for (const page of [one, two]) await expect(rowsOf(page)).toHaveCount(40, eventually);
  const requests = await dataOf(admin(getOpenRequests, { limit: 100 }));
  const ids = requests.map(({ Request_ID }) => Request_ID);
  const [approved, rejected] = await Promise.all([
    dataOf(admin(decideRequests, { request_ids: ids.slice(0, 30), decision: 'approve' })),
    dataOf(other(decideRequests, { request_ids: ids.slice(27, 30), decision: 'reject', reason: 'Full' })),
  ]);
  const done = [...approved, ...rejected].filter(({ status }) => status !== 'refused');
  expect(done).toHaveLength(30);
  for (const page of [one, two]) await expect(rowsOf(page)).toHaveCount(10, within);
  expect(await idsOf(one)).toEqual(await idsOf(two));
  const { pending, approved: letIn, rejected: refused } = (await admin(getJoinRequests, { society_id, limit: 1 })).counts;
  expect(pending + letIn + refused).toBe(41);
  for (const as of people.slice(0, 30)) {
    const decisions = async () =>
      (await dataOf(as(getNotifications, {}))).filter(
        ({ type, params }) => type.startsWith('request_') && params.society?.startsWith('Desk'),
      );
    await expect.poll(async () => (await decisions()).length, eventually).toBe(1);
  }

  const [undone = ''] = approved.filter(({ status }) => status === 'approved').map(({ request_id }) => request_id);
  const requester = people[requests.findIndex(({ Request_ID }) => Request_ID === undone)];
  if (!requester) throw new Error('Nobody was approved');
  const before = await dataOf(requester(getUnreadCount, {}));
  const me = (await dataOf(requester(getUserInfo, {}))).ID;
  await dataOf(other(reopenRequest, { request_id: undone }));
  for (const page of [one, two]) await expect(page.locator(`#request-${undone}`)).toBeVisible(within);
  expect((await dataOf(admin(getAllMembers, { society_id, limit: 100 }))).some(({ ID }) => ID === me)).toBe(false);
  await expect.poll(() => dataOf(requester(getUnreadCount, {})), eventually).toBe(before - 1);
  await close();
});

test('one browser chooses, rejects with a reason and undoes; the other sees who looks', async ({ app, browser }) => {
  test.setTimeout(300_000);
  const { first, second } = await fortyRequests(app.address);
  const { one, two, close } = await twoDesks(app, browser, [first, second]);
  await one.keyboard.press('j');
  await expect(two.getByText(/is looking at this request/)).toBeVisible(eventually);
  const before = await rowsOf(one).count();
  const boxes = one.getByRole('checkbox', { name: /^Choose (?!all)/ });
  for (const at of [0, 1, 2]) await boxes.nth(at).check();
  await one.getByRole('textbox', { name: 'Reason (optional)' }).first().fill('We are full.');
  await one.getByRole('button', { name: 'Reject 3' }).click();
  for (const page of [one, two]) await expect(rowsOf(page)).toHaveCount(before - 3, eventually);
  await one.getByRole('button', { name: 'Undo', exact: true }).click();
  for (const page of [one, two]) await expect(rowsOf(page)).toHaveCount(before, eventually);
  await close();
});
