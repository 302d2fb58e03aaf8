import type { Browser, Locator, Page } from 'playwright/test';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { askToJoin } from '#models/contract/join-requests';
import { updateMemberRole } from '#models/contract/member-list';
import { getNotifications, getUnreadCount } from '#models/contract/notifications';
import { updatePreferences } from '#models/contract/profiles';
import { decideRequests, getOpenRequests, reopenRequest } from '#models/contract/request-desk';
import { register } from '#models/contract/sign-up';
import { createSociety } from '#models/contract/society-creation';
import { getUserInfo } from '#models/contract/users';
import { callApi } from '#models/testing/api-client';
import { demoPassword, demoStudents } from '#models/testing/demo';
import { type As, callsOf, dataOf } from '../support/calls.js';
import { expect, OpenPages, signIn, test } from '../support/test.js';
import { lookPairs, type PageLook, sizeOf } from '../support/visit.js';
import { type Words, wordsOf } from '../support/words.js';

type Language = PageLook['language'];

const within = { timeout: 1000 };
const eventually = { timeout: 60_000 };
const people = 40;

interface Asking {
  id: string;
  email: string;
  as: As;
}

/** Somebody new, who runs no other society, and uses the app in this language. */
async function newAdmin(address: string, name: string, locale: Language) {
  const email = `${name}.${Date.now().toString(36)}@uni.example`.toLowerCase();
  await dataOf(callApi(address, register, { name, email, password: demoPassword, student_id: email.slice(0, 20), photo: 'drawn' }));
  const as = await callsOf(address, email);
  await dataOf(as(updatePreferences, { locale }));
  return { email, as };
}

/** A fresh society with two admins, who use the app in these languages, and forty people who asked to join it. */
async function fortyRequests(address: string, languages: readonly [Language, Language]) {
  const first = await newAdmin(address, 'Salma', languages[0]);
  const second = await newAdmin(address, 'Tareq', languages[1]);
  const [admin, other] = [first.as, second.as];
  const name = `Desk ${Date.now().toString(36)}`;
  const society_id = await dataOf(
    admin(createSociety, {
      name,
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
  const asking = await Promise.all(
    demoStudents(people + 20)
      .slice(20)
      .map(async (email): Promise<Asking> => {
        const as = await callsOf(address, email);
        return { id: (await dataOf(as(getUserInfo, {}))).ID, email, as };
      }),
  );
  for (const { as } of asking) await dataOf(as(askToJoin, { society_id }));
  return { society_id, name, emails: [first.email, second.email] as const, admin, asking };
}

interface Desk {
  page: Page;
  t: Words;
}

/** The desks of two admins, the second on a phone. */
async function twoDesks(opened: OpenPages, emails: readonly [string, string], languages: readonly [Language, Language]) {
  const desks: Desk[] = [];
  for (const [at, width] of ([1440, 390] as const).entries()) {
    const page = await opened.open();
    await page.setViewportSize(sizeOf({ width }));
    await signIn(page, { email: emails[at] ?? '' }, languages[at]);
    await page.goto('/requests');
    await expect(rowsOf(page)).toHaveCount(people, eventually);
    desks.push({ page, t: wordsOf(languages[at] ?? 'en', 'join-requests') });
  }
  const [one, two] = desks;
  if (!one || !two) throw new Error('There are two desks');
  return { one, two, both: desks };
}

const rowsOf = (page: Page): Locator => page.locator('button[id^="request-"]');
const boxesOf = (page: Page): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: rowsOf(page) })
    .getByRole('checkbox');
const idsOf = async (page: Page): Promise<string[]> => rowsOf(page).evaluateAll((rows) => rows.map(({ id }) => id));
/** The button that decides this many chosen requests; the name of another has another number. */
const decideButton = ({ page, t }: Desk, key: 'approve' | 'reject', count: number, form: string): Locator =>
  page.getByRole('button', { name: t(`desk.${key}_${form}`, { count: String(count) }), exact: true });

/** Milliseconds from the press of Reject, which is held so that it can be undone, until the approval is pressed. */
const heldMs = 9_500;

/**
 * One desk approves the first thirty, the other rejects three of them: the approval is sent when the rejection is. Either may come
 * first; a rejection that is overtaken while it is held is not sent.
 */
async function decideAtOnce(one: Desk, two: Desk, forms: { thirty: string; three: string }) {
  await one.page.getByRole('checkbox', { name: one.t('desk.chooseAll') }).click();
  for (let at = 30; at < people; at++) await boxesOf(one.page).nth(at).uncheck();
  for (let at = 27; at < 30; at++) await boxesOf(two.page).nth(at).check();
  await expect(decideButton(one, 'approve', 30, forms.thirty)).toBeVisible();
  // Has another number once the rejection came first.
  const approve = one.page.getByRole('button', { name: new RegExp(`^${one.t('approve')} \\d+`) });
  const reject = decideButton(two, 'reject', 3, forms.three);
  await reject.click();
  await two.page.waitForTimeout(heldMs);
  const answered = one.page.waitForResponse((response) => response.url().endsWith(decideRequests.path), eventually);
  await approve.click();
  await answered;
}

const formsOf = {
  en: { thirty: 'other', three: 'other' },
  ar: { thirty: 'many', three: 'few' },
} as const;

/** The page of the society and the page of its members, as an approved person and an admin have them open. */
async function witnesses(browser: Browser, app: { address: string }, society_id: string, person: Asking, admin: string) {
  const opened = new OpenPages(app, browser);
  const [asker, roster] = [await opened.open(), await opened.open()];
  await dataOf(person.as(updatePreferences, { locale: 'en' }));
  await signIn(asker, { email: person.email });
  await asker.goto(`/societies/${society_id}`);
  await expect(asker.getByRole('link', { name: 'Timeline' })).toBeVisible(eventually);
  await signIn(roster, { email: admin });
  await roster.goto(`/societies/${society_id}/members?q=${encodeURIComponent(person.email)}`);
  const row = roster.getByRole('main').getByText(person.email);
  await expect(row).toBeVisible(eventually);
  return { opened, asker, row };
}

for (const languages of lookPairs) {
  const between = `a desktop in ${languages[0]} and a phone in ${languages[1]}`;
  const three = formsOf[languages[1]].three;

  test(`two admins decide forty requests at once on ${between}: equal lists, each decided and told once, undo restores all`, async ({
    app,
    browser,
  }) => {
    test.setTimeout(600_000);
    const { society_id, name, emails, admin, asking } = await fortyRequests(app.address, languages);
    const opened = new OpenPages(app, browser);
    const { one, two, both } = await twoDesks(opened, emails, languages);
    const countOf = async (): Promise<number[]> => {
      const { pending, approved, rejected } = (await admin(getJoinRequests, { society_id, limit: 1 })).counts;
      return [pending, approved + rejected - 1];
    };
    expect(await countOf()).toEqual([40, 0]);
    const requests = await dataOf(admin(getOpenRequests, { limit: 100 }));
    await decideAtOnce(one, two, { thirty: formsOf[languages[0]].thirty, three });
    await expect.poll(countOf, eventually).toEqual([10, 30]);
    for (const { page } of both) await expect(rowsOf(page)).toHaveCount(10, within);
    expect(await idsOf(one.page)).toEqual(await idsOf(two.page));
    await expect(one.page.getByText(one.t(`waiting_${languages[0] === 'en' ? 'other' : 'few'}`, { count: '10' })).first()).toBeAttached();
    for (const { as } of asking.slice(0, 30)) {
      const decisions = async () =>
        (await dataOf(as(getNotifications, {}))).filter(({ type, params }) => type.startsWith('request_') && params.society === name);
      await expect.poll(async () => (await decisions()).length, eventually).toBe(1);
    }

    // Oldest first: the first one was approved, since the phone rejected the last three only.
    const [request] = requests;
    const person = asking.find(({ id }) => id === request?.User);
    if (!request || !person) throw new Error('Forty people asked');
    const rowOn = ({ page }: Desk) => page.locator(`#request-${request.Request_ID}`);
    const { opened: more, asker, row } = await witnesses(browser, app, society_id, person, emails[0]);
    const unread = await dataOf(person.as(getUnreadCount, {}));
    await two.page.goto(`/societies/${society_id}/join-requests`);
    await two.page.locator('#filter-approved').click();
    await two.page.getByRole('searchbox', { name: two.t('desk.search') }).fill(person.email);
    await rowOn(two).click();
    const reopened = two.page.waitForResponse((response) => response.url().endsWith(reopenRequest.path), eventually);
    await two.page
      .getByRole('dialog')
      .getByRole('button', { name: two.t('reopen') })
      .click();
    await reopened;
    await expect(rowOn(one)).toBeVisible(eventually);
    await expect(asker.getByRole('button', { name: 'Request Sent' })).toBeVisible(eventually);
    await expect(row).toHaveCount(0, eventually);
    await expect(two.page.getByRole('dialog').getByRole('button', { name: two.t('approve'), exact: true })).toBeVisible();
    await expect.poll(() => dataOf(person.as(getUnreadCount, {})), eventually).toBe(unread - 1);
    expect(await countOf()).toEqual([11, 29]);
    await more.close();
    await opened.close();
  });

  test(`one admin chooses, rejects with a reason and undoes on ${between}; the other sees who looks, and both use the same queue`, async ({
    app,
    browser,
  }) => {
    test.setTimeout(600_000);
    const { emails } = await fortyRequests(app.address, languages);
    const opened = new OpenPages(app, browser);
    const { one, two, both } = await twoDesks(opened, emails, languages);
    const waiting = await rowsOf(two.page).first().locator('time').boundingBox();
    expect(waiting?.width, 'how long the first one has waited, on a phone').toBeGreaterThan(10);
    await one.page.keyboard.press('j');
    await expect(two.page.getByText(new RegExp(two.t('looking', { name: '.+' })))).toBeVisible(eventually);
    for (const at of [0, 1, 2]) await boxesOf(one.page).nth(at).check();
    await one.page
      .getByRole('textbox', { name: one.t('reasonLabel') })
      .first()
      .fill('We are full.');
    await decideButton(one, 'reject', 3, formsOf[languages[0]].three).click();
    for (const { page } of both) await expect(rowsOf(page)).toHaveCount(people - 3, eventually);
    await one.page.getByRole('button', { name: one.t('desk.undo'), exact: true }).click();
    for (const { page } of both) await expect(rowsOf(page)).toHaveCount(people, eventually);

    const [first] = await idsOf(one.page);
    await one.page.locator(`#${first}`).click();
    await one.page.keyboard.press('a');
    for (const { page } of both) await expect(page.locator(`#${first}`)).toHaveCount(0, eventually);
    for (const key of ['j', 'k', 'r']) await one.page.keyboard.press(key);
    for (const { page } of both) await expect(rowsOf(page)).toHaveCount(people - 2, eventually);
    await opened.close();
  });
}
