import { expect, test } from '../support/test.js';

const periods = [
  'deletion or graduation plus 2 years',
  'membership ends plus 1 year',
  'the event completes plus 1 year',
  'account deletion or content removal',
  'up to 2 years',
];

test('the privacy policy: fourteen sections, how long, when somebody is there, and of today', async ({ visitor }) => {
  const page = await visitor();
  await page.goto('/privacy');
  const sections = page.getByRole('heading', { level: 2, name: /^\d+\. / });
  await expect(sections).toHaveCount(14);
  await expect(sections.first()).toHaveText('1. Introduction');
  await expect(sections.nth(10)).toHaveText('11. Children under 16');
  await expect(sections.last()).toHaveText('14. Compliance');
  for (const period of periods) await expect(page.getByText(period)).toBeVisible();
  await expect(page.getByText('Sunday to Thursday 8:00 AM to 4:00 PM Jordan time')).toBeVisible();
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Amman' }).format(Date.now());
  await expect(page.getByText(today)).toBeVisible();
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Contact support' }).click();
  await expect(page).toHaveURL(/\/support$/);
});
