import { cancelEvent, createEvent } from '#models/contract/event-changes';
import { dataOf } from '../support/calls.js';
import { expect, nextWeek, test } from '../support/cast.js';

test('an organiser prints the poster of an event: one page, with the way to it; a cancelled one leads nowhere', async ({ cast, app }) => {
  const plan = { title: 'A night of posters', description: 'One to be cancelled.', date: nextWeek(), time: '18:00', location: 'Lab 3' };
  const about = { society_id: cast.open.id, category: 'Workshop', max_attendees: 30 } as const;
  const event = await dataOf(cast.as('admin')(createEvent, { ...plan, ...about }));
  const page = await cast.page('admin');
  await page.goto(`/events/${event}`);
  await page.getByRole('link', { name: 'Poster' }).click();
  await expect(page).toHaveURL(/\/poster$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(plan.title);
  await expect(page.getByText('30 seats', { exact: true })).toBeVisible();
  const address = `${new URL(app.address).host}/events/${event}`;
  await expect(page.getByRole('img', { name: `QR code for ${address}` })).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await dataOf(cast.as('admin')(cancelEvent, { event_id: event, reason: 'The hall is flooded.' }));
  await expect(page.getByText('This event will not take place.')).toBeVisible({ timeout: 1000 });
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
});

test('who goes, and who is only passing by, has the poster of a society in both languages', async ({ cast }) => {
  const page = await cast.page('outsider');
  await page.goto(`/societies/${cast.closed.id}/poster`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(cast.closed.name);
  await expect(page.getByText('Scan to join')).toBeVisible();
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(page.getByText('مسح الرمز للانضمام')).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Back to the society' }).click();
  await expect(page).toHaveURL(new RegExp(`/societies/${cast.closed.id}$`));
});

test('a visitor logs in first', async ({ cast }) => {
  const page = await cast.page('visitor');
  await page.goto(`/societies/${cast.open.id}/poster`);
  await expect(page).toHaveURL(/\/login$/);
});
