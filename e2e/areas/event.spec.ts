import type { Locator, Page } from 'playwright/test';
import { toggleAttendance } from '#models/contract/attendance';
import { createEvent, updateEvent } from '#models/contract/event-changes';
import { demoAccounts, demoPassword, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { live } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { asked, shared } = demoSocieties;
const daysAhead = 5;
/** A day to come at the university. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Amman' }).format(Date.now() + daysAhead * 86_400_000);

/** An event of the admin's own, made by the call. */
async function planned(address: string, title: string, seats: number | null = null): Promise<string> {
  const ask = await callsOf(address, demoAccounts.societyAdmin.email);
  const fields = {
    title,
    description: 'Eight robots, one black line, fourteen laps.',
    category: 'Competition',
    location: 'Hall B',
  } as const;
  return dataOf(ask(createEvent, { society_id: asked.id, ...fields, date: day, time: '17:30', max_attendees: seats }));
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Closes the dialog with the ticket, which opens after attending. */
async function putTicketAway(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: "You're going" });
  await expect(dialog.getByRole('img', { name: 'Your ticket' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
}
const stats = (page: Page) => page.getByRole('region', { name: 'Event Stats' });

test('who attends counts on the other screen without a reload; what is refused is taken back', async ({ app, signedIn }) => {
  const id = await planned(app.address, `Finals ${Date.now()}`);
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await member.goto(`/events/${id}`);
  await admin.goto(`/events/${id}`);
  await expect(stats(admin)).not.toContainText('1');
  await member.route(`**${toggleAttendance.path}`, (route) => route.abort());
  await press(member, 'Attend');
  await expect(member.getByText('Failed to update attendance')).toBeVisible();
  await expect(member.getByRole('button', { name: 'Attend', exact: true })).toBeVisible();
  await member.unroute(`**${toggleAttendance.path}`);
  await press(member, 'Attend');
  await expect(stats(admin)).toContainText('1', live);
  await expect(member.getByText('You are going to this event.')).toBeVisible();
  await putTicketAway(member);
  await expect(member.getByRole('button', { name: 'Going' })).toBeVisible();
  await press(member, 'Save this event');
  await expect(member.getByRole('button', { name: 'Saved' })).toBeVisible();
});

test('the last seat goes, somebody waits, and is given the seat while they look', async ({ app, signedIn }) => {
  const id = await planned(app.address, `One seat ${Date.now()}`, 1);
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await admin.goto(`/events/${id}`);
  await member.goto(`/events/${id}`);
  await press(admin, 'Attend');
  await putTicketAway(admin);
  await expect(member.getByText('Full · waiting list').first()).toBeVisible(live);
  await press(member, 'Join list');
  await expect(member.getByText('You are number 1 on the waiting list.')).toBeVisible();
  await press(admin, 'Going');
  await expect(member.getByText('You have a seat: you are going.')).toBeVisible(live);
  await expect(member.getByRole('button', { name: 'Going' })).toBeVisible();
});

test('an event is shared by its link, mended, called off, and deleted, and the other screen says so', async ({ app, signedIn }) => {
  const title = `Short-lived ${Date.now()}`;
  const id = await planned(app.address, title);
  const [member, admin] = [await signedIn('member'), await signedIn('societyAdmin')];
  await member.goto(`/events/${id}`);
  await press(member, 'Share');
  await member.getByRole('dialog').getByRole('button', { name: 'Copy Link' }).click();
  await expect(member.getByText('Link copied to clipboard')).toBeVisible();
  await admin.goto(`/events/${id}`);
  await admin.getByRole('link', { name: 'Edit', exact: true }).click();
  await admin.getByRole('textbox', { name: 'Event title' }).fill(`${title}, mended`);
  await admin.route(`**${updateEvent.path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
  await press(admin, 'Save Changes');
  await expect(admin.getByText('Failed to update event')).toBeVisible();
  await admin.unroute(`**${updateEvent.path}`);
  await press(admin, 'Save Changes');
  await expect(heading(member)).toHaveText(`${title}, mended`, live);
  await press(admin, 'Cancel event');
  await admin.getByRole('textbox', { name: 'Reason' }).fill('The hall is flooded.');
  await admin.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click();
  await expect(member.getByRole('note')).toContainText('The hall is flooded.', live);
  await press(admin, 'Delete Event');
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete Event' }).click();
  await expect(admin.getByText('Event deleted successfully')).toBeVisible();
  await expect(admin).toHaveURL(/\/events$/);
  await expect(heading(member)).toHaveText('Event not found.', live);
});

test('on a phone the event comes before its actions, whose bar rests above the main menu and covers nothing', async ({ app, signedIn }) => {
  const id = await planned(app.address, `On a phone ${Date.now()}`, 90);
  const page = await signedIn('member');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/events/${id}`);
  const [attend, menu] = [
    page.getByRole('button', { name: 'Attend', exact: true }),
    page.getByRole('navigation', { name: 'Main menu' }).last(),
  ];
  await expect(attend).toBeVisible();
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  const cards = ['Event Details', 'About this Event', 'Who is going', 'Event Stats', 'Event Actions'];
  const tops = await Promise.all(cards.map((name) => top(page.getByRole('region', { name }))));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(await top(attend)).toBeLessThan(await top(menu));
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const related = page.getByRole('region', { name: 'Related Events' });
  const end = (await top(related)) + ((await related.boundingBox())?.height ?? Number.NaN);
  expect(end).toBeLessThanOrEqual(await top(attend));
  await press(page, 'More about this event');
  await page.getByRole('menuitem', { name: 'Report this event' }).click();
  await expect(page.getByRole('dialog', { name: 'Report this event' })).toBeVisible();
});

test('a visitor reads an event and logs in to attend it, and comes back', async ({ app, visitor }) => {
  const title = `For everybody ${Date.now()}`;
  const id = await planned(app.address, title);
  const page = await visitor();
  await page.goto(`/events/${id}`);
  await expect(heading(page)).toHaveText(title);
  await page.getByRole('link', { name: 'Login to Attend' }).click();
  await page.locator('input[type="email"]').fill(demoAccounts.member.email);
  await page.locator('input[type="password"]').fill(demoPassword);
  await page.locator('form button[type="submit"]').click();
  await expect(page).toHaveURL(new RegExp(`/events/${id}$`));
  await expect(page.getByRole('button', { name: 'Attend', exact: true })).toBeVisible();
});

test.describe('a new event', () => {
  async function fill(page: Page, title: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Event title' }).fill(title);
    await press(page, 'Next Step');
    await expect(page.getByText('Description is required')).toBeVisible();
    await expect(page.getByText('Category is required')).toBeVisible();
    await page.getByRole('textbox', { name: 'Description' }).fill('Eight robots, one black line, fourteen laps.');
    await page.getByRole('radio', { name: 'Competition' }).check();
    await press(page, 'Next Step');
    await page.locator('input[type="date"]').fill(day);
    await page.getByLabel('Start time').fill('17:30');
    await page.getByRole('textbox', { name: 'Location' }).fill('Engineering Hall B');
    await page.getByRole('textbox', { name: 'Location' }).press('Enter');
    await page.getByRole('textbox', { name: 'Maximum attendees' }).fill('50');
    await page.getByRole('button', { name: 'Beginner-friendly' }).click();
  }

  test('is planned step by step, keeps its input after a refusal, and appears in the list', async ({ signedIn }) => {
    const title = `Line Follower ${Date.now()}`;
    const admin = await signedIn('societyAdmin');
    await admin.goto(`/societies/${asked.id}/events/new`);
    await expect(heading(admin)).toHaveText('Create New Event');
    await fill(admin, title);
    await admin.route(`**${createEvent.path}`, (route) => route.fulfill({ status: 500, body: '{}' }));
    await press(admin, 'Create Event');
    await expect(admin.getByText('Something went wrong while creating the event')).toBeVisible();
    await admin.unroute(`**${createEvent.path}`);
    await press(admin, 'Create Event');
    await expect(admin.getByText('event has been created')).toBeVisible();
    await expect(admin).toHaveURL(new RegExp(`/societies/${asked.id}/events$`));
    await admin.getByRole('article', { name: title }).getByRole('link', { name: 'View Details' }).click();
    await expect(heading(admin)).toHaveText(title);
    await expect(admin.getByText('50 seats left').first()).toBeVisible();
  });

  test('is closed to a member where the organisers create them', async ({ signedIn }) => {
    const member = await signedIn('member');
    await member.goto(`/societies/${shared.id}/events/new`);
    await expect(heading(member)).toHaveText('You cannot create events here');
  });
});
