import type { Locator, Page } from 'playwright/test';
import { createPost } from '#models/contract/posts';
import { appealRemoval } from '#models/contract/report-appeals';
import { reportPost, resolveReport } from '#models/contract/reports';
import { createTicket } from '#models/contract/support';
import { getUserInfo } from '#models/contract/users';
import { demoAccounts } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { type Cast, expect, test } from '../support/cast.js';
import { live, settled } from '../support/posts.js';
import { lookPairs, sizeOf } from '../support/visit.js';
import { type Words, wordsOf } from '../support/words.js';

type Language = 'en' | 'ar';

/** Words that no other test of the run has written. */
const fresh = (words: string): string => `${words} ${Date.now().toString(36)}`;

/** A society of its own with a post of its member, and a later one: new posts at the head of a list wait behind its pill. */
async function postIn(cast: Cast, words: string) {
  const { id } = await cast.another();
  const { ID } = await dataOf(cast.as('member')(createPost, { society_id: id, content: words }));
  await dataOf(cast.as('admin')(createPost, { society_id: id, content: 'Something else' }));
  return { id, post_id: ID };
}

/** A society's reports as one of its moderators has them open. */
async function openQueue(cast: Cast, who: 'moderator' | 'admin', society: string, look: { language: Language; width: 1440 | 390 }) {
  const page = await cast.page(who, look);
  const t = wordsOf(look.language, 'moderation');
  await page.goto(`/societies/${society}/reports`);
  await expect(page.getByText(t('reports.empty.open'))).toBeVisible();
  return { page, t };
}

/** Items that have just come into a list, also where they wait behind the pill. */
async function arrived(page: Page, item: Locator, pillText: string): Promise<void> {
  const pill = page.getByRole('button', { name: pillText });
  await expect(item.or(pill).first()).toBeVisible();
  if (await pill.isVisible()) await pill.click();
  await expect(item).toBeVisible();
}

/** Reports the post from its page, with one of the six reasons. */
async function report(page: Page, language: Language, post: string, reason: string): Promise<void> {
  const [common, posts] = [wordsOf(language, 'common'), wordsOf(language, 'posts')];
  await page.goto(`/posts/${post}`);
  await page.getByRole('button', { name: common('report.open'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: posts('report.title') });
  await dialog.getByRole('combobox', { name: common('report.reason') }).selectOption(reason);
  await dialog.getByRole('textbox', { name: common('report.label') }).fill('An advertisement');
  await dialog.getByRole('button', { name: posts('report.title') }).click();
  await expect(page.getByText(posts('report.sent'))).toBeVisible();
}

/** The due time of an item: 'by Sunday 10:40'. */
const dueIn = (item: Locator, common: Words): Locator =>
  item.locator('time').filter({ hasText: new RegExp(`^${common('due.by', { time: '' })}.+:`) });

for (const [wide, narrow] of lookPairs) {
  const looks = [
    { language: wide, width: 1440 },
    { language: narrow, width: 390 },
  ] as const;
  const between = `a desktop in ${wide} and a phone in ${narrow}`;

  test(`a report between ${between}: one takes it, the other sees that and decides, and both show the same`, async ({ cast }) => {
    const words = fresh('Used laptops');
    const { id, post_id } = await postIn(cast, words);
    const desktop = await openQueue(cast, 'moderator', id, looks[0]);
    const phone = await openQueue(cast, 'admin', id, looks[1]);
    await report(await cast.page('outsider', looks[1]), narrow, post_id, 'spam');
    const [first, second] = [desktop, phone].map(({ page }) => page.getByRole('article', { name: new RegExp(words) }));
    if (!first || !second) throw new Error('Two pages have two reports');
    for (const [{ page, t }, item, language] of [
      [desktop, first, wide],
      [phone, second, narrow],
    ] as const) {
      await arrived(page, item, t('reports.new_one', { count: '1' }));
      await expect(item.getByText(wordsOf(language, 'notifications')('rules.spam'), { exact: true }).first()).toBeVisible();
      await expect(dueIn(item, wordsOf(language, 'common'))).toBeVisible();
    }
    const waiting = desktop.page.getByText(desktop.t('reports.waiting_one', { count: '1' }), { exact: true });
    await expect(waiting).not.toHaveCount(0);

    await first.getByRole('button', { name: desktop.t('reports.take') }).click();
    await expect(first.getByText(desktop.t('reports.takenByMe'))).toBeVisible();
    await expect(second.getByRole('status')).toContainText(cast.people.moderator.name, live);
    await second.getByRole('button', { name: phone.t('reports.dismiss') }).click();
    await expect(phone.page.getByText(phone.t('reports.dismissed'))).toBeVisible();
    for (const { page, t } of [desktop, phone]) {
      await expect(page.getByText(t('reports.empty.open'))).toBeVisible(live);
      await page.getByRole('button', { name: t('reports.status.dismissed') }).click();
      await expect(page.getByRole('article', { name: new RegExp(words) })).toContainText(cast.people.admin.name);
    }
    await expect(waiting).toHaveCount(0);
  });

  test(`an appeal between ${between}: somebody else than who removed the post shows it again, on every open page`, async ({ cast }) => {
    const words = fresh('A gift of watches');
    const { id, post_id } = await postIn(cast, words);
    const author = await cast.page('member', looks[1]);
    const [reader, visitor] = [await cast.page('outsider', looks[0]), await cast.page('visitor', looks[1])];
    await reader.goto(`/societies/${id}`);
    await visitor.goto(`/posts/${post_id}`);
    const seen = [reader, visitor].map((page) => page.getByText(words, { exact: true }));
    for (const post of seen) await expect(post).toBeVisible();
    const reported = await dataOf(cast.as('outsider')(reportPost, { post_id, message: 'An advertisement', reason: 'spam' }));
    const judge = await cast.page('admin', looks[0]);
    await dataOf(cast.as('moderator')(resolveReport, { report_id: reported.ID, action: 'remove', note: 'No selling' }));
    for (const post of seen) await expect(post).toBeHidden(live);

    const own = wordsOf(narrow, 'notifications');
    await author.goto('/notifications');
    const removal = author.getByRole('listitem').filter({ hasText: words });
    await expect(removal).toContainText(own('rules.spam'), settled);
    await removal.getByRole('button', { name: own('appeal.action'), exact: true }).click();
    const dialog = wordsOf(narrow, 'appeal');
    await author.getByRole('textbox', { name: dialog('label') }).fill('They were a gift.');
    await author.getByRole('button', { name: dialog('send') }).click();
    await expect(author.getByText(dialog('sent'))).toBeVisible();

    const t = wordsOf(wide, 'moderation');
    const decider = await cast.page('moderator', looks[0]);
    for (const page of [decider, judge]) {
      await page.goto(`/societies/${id}/reports`);
      await page.getByRole('button', { name: t('reports.status.appealed') }).click();
    }
    await expect(decider.getByRole('article', { name: new RegExp(words) })).toContainText(t('reports.appeal.ownDecision'));
    const appeal = judge.getByRole('article', { name: new RegExp(words) });
    await expect(appeal).toContainText('They were a gift.');
    await expect(dueIn(appeal, wordsOf(wide, 'common'))).toBeVisible();
    await appeal.getByRole('textbox', { name: t('reports.appeal.note') }).fill('Sorry');
    await appeal.getByRole('button', { name: t('reports.appeal.restore') }).click();
    await expect(judge.getByText(t('reports.appeal.decided'))).toBeVisible();

    for (const post of seen) await expect(post).toBeVisible();
    for (const page of [decider, judge]) await expect(page.getByText(t('reports.empty.appealed'))).toBeVisible();
    const granted = author
      .getByRole('link')
      .filter({ hasText: own('types.appeal_granted.title') })
      .filter({ hasText: words });
    await expect(granted).toContainText('Sorry', settled);
    await granted.click();
    await expect(author.getByRole('article').getByText(words, { exact: true })).toBeVisible();
    const again = await cast.as('member')(appealRemoval, { kind: 'post', id: post_id, message: 'Once more' });
    expect([again.status, again.code]).toEqual([409, 'already_appealed']);
  });

  test(`a message to support between ${between}: taken at the desk, its author sees that at once, and until when it is due`, async ({
    app,
    cast,
    signedIn,
  }) => {
    const subject = fresh('The lab is shut');
    const staff = await callsOf(app.address, demoAccounts.platformAdmin.email);
    const { Name } = await dataOf(staff(getUserInfo, {}));
    const [t, own, inbox] = [wordsOf(wide, 'moderation'), wordsOf(narrow, 'support'), wordsOf(wide, 'support')];
    const admin = await signedIn('platformAdmin', { locale: wide });
    await admin.setViewportSize(sizeOf({ width: 1440 }));
    await admin.goto('/admin/support');
    await expect(admin.getByRole('button', { name: inbox('status.open') }).first()).toBeVisible();
    await dataOf(cast.as('member')(createTicket, { category: 'technical', subject, content: 'Since this morning.' }));
    const author = await cast.page('member', looks[1]);
    await author.goto('/support/tickets');
    const ticket = author.getByRole('listitem').filter({ has: author.getByRole('button', { name: new RegExp(subject) }) });
    await expect(dueIn(ticket, wordsOf(narrow, 'common'))).toBeVisible();

    const entry = admin.getByRole('button', { name: new RegExp(subject) });
    await arrived(admin, entry, inbox('tickets.new_one', { count: '1' }));
    await expect(dueIn(entry, wordsOf(wide, 'common'))).toBeVisible();
    await entry.click();
    await admin.getByRole('button', { name: t('reports.take') }).click();
    await expect(admin.getByText(t('reports.takenByMe'))).toBeVisible();
    await expect(ticket.getByRole('status')).toContainText(Name, live);
    await expect(ticket.getByRole('status')).toContainText(own('tickets.taken', { name: '' }).trim());
  });
}
