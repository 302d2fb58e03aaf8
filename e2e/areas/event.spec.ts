import type { Page } from 'playwright/test';
import { toggleAttendance } from '#models/contract/attendance';
import { createEvent } from '#models/contract/event-changes';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { live } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { asked, shared } = demoSocieties;
const daysAhead = 5;
/** A day to come at the university. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Amman' }).format(Date.now() + daysAhead * 86_400_000);

/** An event of the admin's own, made by the call. */
async function planned(address: string, title: string): Promise<string> {
  const ask = await callsOf(address, demoAccounts.societyAdmin.email);
  const fields = {
    title,
    description: 'Eight robots, one black line, fourteen laps.',
    category: 'Competition',
    location: 'Hall B',
  } as const;
  return dataOf(ask(createEvent, { society_id: asked.id, ...fields, date: day, time: '17:30' }));
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const stats = (page: Page) => page.getByRole('region', { name: 'Event Stats' });

test('who attends counts on the other screen within a second; what is refused is taken back', async ({ app, signedIn }) => {
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
  await expect(member.getByText('You are attending this event.')).toBeVisible();
  await expect(member.getByRole('button', { name: 'Going' })).toBeVisible();
  await press(member, 'Save this event');
  await expect(member.getByRole('button', { name: 'Saved' })).toBeVisible();
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

  test('is planned step by step, kept where it is refused, and stands in the list', async ({ signedIn }) => {
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
