import type { Page } from 'playwright/test';
import { createComment } from '#models/contract/comments';
import { getPostsBySociety } from '#models/contract/posts';
import { reportThing, resolveReport } from '#models/contract/reports';
import { register } from '#models/contract/sign-up';
import { proposeStaffChange } from '#models/contract/staff';
import { createTicket } from '#models/contract/support';
import { callApi } from '#models/testing/api-client';
import { demoAccounts, demoPassword, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { expect, test } from '../support/test.js';

async function write(page: Page, subject: string): Promise<void> {
  await page.getByLabel('Category').selectOption('Technical');
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('Since this morning.');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

test('one answer is open at a time', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/support');
  await page.getByRole('button', { name: 'How do I join a society?' }).click();
  await expect(page.getByText(/choose Join Society/)).toBeVisible();
  await page.getByRole('button', { name: /What can I do/ }).click();
  await expect(page.getByText(/write to us under the category Technical/)).toBeVisible();
  await expect(page.getByText(/choose Join Society/)).toBeHidden();
});

test('a member writes to support, is answered from the inbox, and reads the answer as it comes', async ({ signedIn }) => {
  const subject = `It does not load ${Date.now()}`;
  const [member, admin] = [await signedIn('member'), await signedIn('platformAdmin')];
  await member.goto('/support');
  await member.route(`**${createTicket.path}`, (route) => route.abort());
  await write(member, subject);
  await expect(member.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible();
  await expect(member.getByLabel('Subject')).toHaveValue(subject);
  await member.unroute(`**${createTicket.path}`);
  await member.getByRole('button', { name: 'Send Message' }).click();
  await expect(member.getByRole('heading', { name: 'Message Sent!' })).toBeVisible();
  await member.getByRole('link', { name: 'My messages' }).click();
  await expect(member.getByRole('button', { name: new RegExp(subject) })).toBeVisible();
  await admin.goto('/admin/support');
  await admin.getByRole('button', { name: new RegExp(subject) }).click();
  await admin.getByRole('textbox', { name: /Your reply to/ }).fill('Please try once more.');
  await admin.getByRole('button', { name: 'Send reply' }).click();
  await expect(admin.getByText('Reply sent.')).toBeVisible();
  await expect(member.getByText('Please try once more.')).toBeVisible();
  await expect(member.getByText('Replied').first()).toBeVisible();
});

test('a visitor says where the answer goes; without a category nothing is sent', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/support');
  await page.getByRole('textbox', { name: 'Email' }).fill('guest@elsewhere.example');
  await page.getByLabel('Subject').fill('May guests come?');
  await page.getByLabel('Message').fill('I do not study here.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Category is required')).toBeVisible();
  await page.getByLabel('Category').selectOption('General');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText("Thank you for contacting us. We'll get back to you within 24 hours.")).toBeVisible();
});

test('what is reported reaches the moderators at once, and is removed by them', async ({ app, signedIn }) => {
  const words = `Buy now ${Date.now()}`;
  const [member, reporter] = [
    await callsOf(app.address, demoAccounts.member.email),
    await callsOf(app.address, demoAccounts.platformAdmin.email),
  ];
  const [post] = await dataOf(member(getPostsBySociety, { society_id: demoSocieties.asked.id, limit: 1 }));
  const comment = await dataOf(member(createComment, { post_id: post?.ID ?? '', content: words }));
  const admin = await signedIn('societyAdmin');
  await admin.goto(`/societies/${demoSocieties.asked.id}/reports`);
  await expect(admin.getByRole('button', { name: /^Open \(/ })).toBeVisible();
  await expect(admin.getByText('Catching up')).toBeHidden();
  await dataOf(reporter(reportThing, { kind: 'comment', id: comment.ID, message: 'An advertisement' }));
  const report = admin.getByRole('article', { name: new RegExp(words) });
  const pill = admin.getByRole('button', { name: /new report/ });
  await expect(report.or(pill).first()).toBeVisible();
  if (await pill.isVisible()) await pill.click();
  await admin.route(`**${resolveReport.path}`, (route) => route.abort());
  await report.getByRole('button', { name: 'Dismiss' }).click();
  await expect(admin.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible();
  await admin.unroute(`**${resolveReport.path}`);
  await report.getByRole('button', { name: 'Remove' }).click();
  await admin.getByRole('dialog', { name: 'Remove this comment?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(report).toBeHidden();
  await admin.goto(`/posts/${post?.ID}`);
  await expect(admin.getByRole('article')).toBeVisible();
  await expect(admin.getByText(words)).toBeHidden();
});

test('who is suspended is put out at once, and comes in again', async ({ app, visitor, signedIn }) => {
  const email = `passing.${Date.now()}@uni.example`;
  await dataOf(
    callApi(app.address, register, { name: 'Passing Guest', email, password: demoPassword, student_id: `S${Date.now()}`, photo: 'drawn' }),
  );
  const guest = await visitor();
  const signIn = async () => {
    await guest.goto('/login');
    await guest.locator('input[type="email"]').fill(email);
    await guest.locator('input[type="password"]').fill(demoPassword);
    await guest.getByRole('button', { name: 'Sign In' }).click();
  };
  await signIn();
  await expect(guest.getByText('Welcome back!')).toBeVisible();
  const admin = await signedIn('platformAdmin');
  await admin.goto('/admin/people');
  await admin.getByRole('searchbox', { name: /whole email address/ }).fill(email);
  await expect(admin.getByRole('listitem')).toHaveCount(1);
  await admin.getByRole('button', { name: 'Suspend Passing Guest' }).click();
  await admin.getByLabel('Reason').fill('A journey');
  await admin.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(admin.getByText('Passing Guest is suspended.')).toBeVisible();
  await expect(guest.getByText('This account is suspended.')).toBeVisible();
  await admin.getByRole('button', { name: 'Lift the suspension of Passing Guest' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click();
  await expect(admin.getByText('Passing Guest can log in again.')).toBeVisible();
  await signIn();
  await expect(guest).toHaveURL(/\/$/);
});

test('a proposal of staff rights waits for a second person on both screens, and is withdrawn', async ({ app, signedIn }) => {
  const email = `helper.${Date.now()}@uni.example`;
  const person = { name: 'Future Helper', email, password: demoPassword, student_id: `S${Date.now()}`, photo: 'drawn' } as const;
  await dataOf(callApi(app.address, register, person));
  const [admin, watching] = [await signedIn('platformAdmin'), await signedIn('platformAdmin')];
  for (const page of [admin, watching]) await page.goto('/admin/staff');
  await admin.getByRole('searchbox', { name: /whole email address/ }).fill(email);
  await admin.getByRole('button', { name: 'Change the rights of Future Helper' }).click();
  await admin.getByLabel('Support').check();
  await admin.route(`**${proposeStaffChange.path}`, (route) => route.abort());
  await admin.getByRole('button', { name: 'Propose' }).click();
  await expect(admin.getByText('Nadi cannot be reached. Please check your connection.')).toBeVisible();
  await expect(admin.getByLabel('Support')).toBeChecked();
  await admin.unroute(`**${proposeStaffChange.path}`);
  await admin.getByRole('button', { name: 'Propose' }).click();
  for (const page of [admin, watching])
    await expect(page.getByRole('article', { name: 'Proposal for Future Helper' })).toContainText('Someone else has to confirm this.');
  await admin.getByRole('button', { name: 'Withdraw' }).click();
  for (const page of [admin, watching]) await expect(page.getByRole('article', { name: 'Proposal for Future Helper' })).toBeHidden();
});

test('the pages of those who run Nadi are not there for others', async ({ app, signedIn }) => {
  const page = await signedIn('member');
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  const member = await callsOf(app.address, demoAccounts.member.email);
  expect((await member(reportThing, { kind: 'user', id: '0'.repeat(24), message: 'Nobody' })).status).toBe(404);
});

test('the words that everybody agrees to are read in both languages', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 2, name: /^13\./ })).toBeVisible();
  await page.getByRole('link', { name: 'Privacy Policy' }).last().click();
  await expect(page.getByRole('heading', { level: 2, name: /^14\./ })).toBeVisible();
  await page.getByRole('link', { name: 'Data register' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^1\. / })).toBeVisible();
  await page.getByRole('link', { name: 'Privacy Policy' }).last().click();
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('سياسة الخصوصية');
  await page.goto('/about');
  await expect(page.getByText('1,200+')).toBeVisible();
});
