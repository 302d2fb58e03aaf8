import type { Page } from 'playwright/test';
import { toggleAttendance } from '#models/contract/attendance';
import { createEvent, deleteEvent } from '#models/contract/event-changes';
import { getAllEvents } from '#models/contract/events';
import { demoAccounts, demoPassword, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { live } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { asked, shared } = demoSocieties;
const dayMs = 86_400_000;
const inDays = (days: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Amman' }).format(Date.now() + days * dayMs);

/** The society admin plans an event of their own society; answers its id. */
async function planned(address: string, title: string, fields: { max_attendees?: number; category?: 'Hackathon' | 'Webinar' } = {}) {
  const ask = await callsOf(address, demoAccounts.societyAdmin.email);
  const plan = { title, description: 'An evening to see whether everything works.', date: inDays(3), time: '18:00', location: 'Lab 3' };
  return dataOf(ask(createEvent, { society_id: asked.id, category: 'Hackathon', ...plan, ...fields }));
}
const card = (page: Page, name: string) => page.getByRole('article', { name });
const search = (page: Page) => page.getByPlaceholder(/^Search by/);

test('filters that filter: by words, category and date, and back to all of them', async ({ app, visitor }) => {
  const name = `Filtered ${Date.now()}`;
  await planned(app.address, `${name} hackathon`);
  await planned(app.address, `${name} webinar`, { category: 'Webinar' });
  const page = await visitor();
  await page.goto('/events');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
  await search(page).fill(name);
  await expect(card(page, `${name} hackathon`)).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Webinar', exact: true }).click();
  await expect(card(page, `${name} hackathon`)).toHaveCount(0);
  await expect(card(page, `${name} webinar`).getByRole('link', { name: 'Login to Attend' })).toBeVisible();
  await expect(page.getByText('1 event · 2 filters')).toBeVisible();
  const pressed = page.getByRole('group', { name: 'Categories' }).getByRole('button', { pressed: true });
  await expect(pressed).toHaveText('Webinar');
  await expect(pressed).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Date' }).selectOption('Today');
  await expect(page.getByText('No events found matching your criteria.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(page.getByRole('article').nth(2)).toBeVisible();
});

test('a visitor who wants to attend logs in first, and is back where they were', async ({ app, visitor }) => {
  const name = `Login first ${Date.now()}`;
  await planned(app.address, name);
  const page = await visitor();
  await page.goto(`/events?q=${encodeURIComponent(name)}`);
  await card(page, name).getByRole('link', { name: 'Login to Attend' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.locator('input[type="email"]').fill(demoAccounts.member.email);
  await page.locator('input[type="password"]').fill(demoPassword);
  await page.locator('form button[type="submit"]').click();
  await expect(page).toHaveURL(/\/events\?q=/);
  await expect(card(page, name).getByRole('button', { name: 'Attend' })).toBeVisible();
});

test('a seat taken elsewhere is gone here without a reload; one that is refused comes back', async ({ app, signedIn }) => {
  const name = `Two seats ${Date.now()}`;
  await planned(app.address, name, { max_attendees: 2 });
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  for (const page of [member, admin]) await page.goto(`/events?q=${encodeURIComponent(name)}`);
  await expect(card(admin, name).getByText('2 seats left')).toBeVisible();
  await member.route(`**${toggleAttendance.path}`, (route) => route.abort());
  await card(member, name).getByRole('button', { name: 'Attend' }).click();
  await expect(member.getByText('Failed to update attendance')).toBeVisible();
  await expect(card(member, name).getByText('2 seats left')).toBeVisible();
  await member.unroute(`**${toggleAttendance.path}`);
  await card(member, name).getByRole('button', { name: 'Attend' }).click();
  await expect(member.getByText('You are going to this event.')).toBeVisible();
  await expect(card(admin, name).getByText('Last seat')).toBeVisible(live);
  await card(admin, name).getByRole('button', { name: 'Attend' }).click();
  await expect(card(member, name).getByText('Full · waiting list')).toBeVisible(live);
  await card(member, name).getByRole('button', { name: 'Going' }).click();
  await expect(card(admin, name).getByText('Last seat')).toBeVisible(live);
});

test('the month is walked by the keyboard alone, and says which days have events', async ({ app, signedIn }) => {
  const name = `In the month ${Date.now()}`;
  await planned(app.address, name);
  const page = await signedIn('member');
  await page.goto(`/events?q=${encodeURIComponent(name)}`);
  await expect(card(page, name)).toBeVisible();
  const days = page.getByRole('grid');
  await days.locator('[aria-current="date"]').focus();
  for (let day = 0; day < 3; day++) await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveAttribute('data-day', inDays(3));
  await expect(page.locator(':focus')).toHaveAccessibleName(/event/);
  await expect(days.locator('[tabindex="0"]')).toHaveCount(1);
});

test('a list that does not come says so in place, and comes with the next try', async ({ visitor }) => {
  const page = await visitor();
  await page.route(`**${getAllEvents.path}*`, (route) =>
    route.fulfill({ status: 429, json: { error_message: 'Too many.', code: 'rate' } }),
  );
  // From another page: opened by its address, it would come from the gateway with its events.
  await page.goto('/about');
  await page.getByRole('navigation').getByRole('link', { name: 'Events' }).first().click();
  await expect(page.getByText('The events did not load')).toBeVisible();
  await page.unroute(`**${getAllEvents.path}*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('its creator deletes an event of the society’s list, which goes on every screen; refused, in the server’s words', async ({
  app,
  signedIn,
  visitor,
}) => {
  const name = `Soon gone ${Date.now()}`;
  await planned(app.address, name);
  const [admin, other] = [await signedIn('societyAdmin'), await visitor()];
  for (const page of [admin, other]) await page.goto(`/societies/${asked.id}/events?q=${encodeURIComponent(name)}`);
  await expect(card(other, name).getByRole('link', { name: 'View Details' })).toBeVisible();
  await expect(card(other, name).getByRole('button', { name: 'Delete Event' })).toHaveCount(0);
  const press = async () => {
    await card(admin, name).getByRole('button', { name: 'Delete Event' }).click();
    await expect(admin.getByText(`Are you sure you want to delete "${name}"? This action cannot be undone.`)).toBeVisible();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete Event' }).click();
  };
  await admin.route(`**${deleteEvent.path}*`, (route) =>
    route.fulfill({ status: 409, json: { error_message: 'It has begun already.', code: 'event_over' } }),
  );
  await press();
  await expect(admin.getByText('It has begun already.')).toBeVisible();
  await expect(card(admin, name)).toBeVisible();
  await admin.unroute(`**${deleteEvent.path}*`);
  await press();
  await expect(admin.getByText('Event deleted successfully')).toBeVisible();
  await expect(admin.getByText('Try adjusting your search criteria.')).toBeVisible();
  await expect(other.getByText('No events found')).toBeVisible(live);
});

test('my societies stand by what I am in them, and lead to them', async ({ signedIn }) => {
  const page = await signedIn('societyAdmin');
  await page.goto('/my-societies');
  await expect(page.getByText(demoAccounts.societyAdmin.name).first()).toBeVisible();
  const managed = page.getByRole('region', { name: 'Societies I Manage' });
  await expect(managed.getByRole('link', { name: new RegExp(asked.name) })).toContainText('Manager');
  const mine = page.getByRole('region', { name: 'My Memberships' });
  await expect(mine.getByRole('link', { name: new RegExp(shared.name) })).toContainText('Member');
  await managed.getByRole('link', { name: new RegExp(asked.name) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(asked.name);
  await page.getByRole('link', { name: 'View All Events' }).click();
  await expect(page.getByRole('link', { name: 'Create New Event' })).toBeVisible();
});
