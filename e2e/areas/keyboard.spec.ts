import { createEvent } from '#models/contract/event-changes';
import { demoAccounts, demoPassword, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { Keyboard } from '../support/keyboard.js';
import { postWith } from '../support/posts.js';
import { expect, test } from '../support/test.js';

const { asked, shared } = demoSocieties;
/** Neither order of day and month matters. */
const day = { typed: `1111${new Date().getFullYear() + 1}`, sent: `${new Date().getFullYear() + 1}-11-11` };

// Every stop on the way is looked at.
test.describe.configure({ timeout: 180_000 });

test('without a mouse, somebody signs up and logs in', async ({ visitor }) => {
  const page = await visitor();
  const keyboard = new Keyboard(page);
  const email = `keys-${Date.now()}@uni.example`;
  await page.goto('/');
  await keyboard.press(page.getByRole('link', { name: 'Sign up' }).first());
  await expect(page).toHaveURL(/\/signup$/);
  await keyboard.type(page.getByLabel('First Name'), 'Salma');
  await keyboard.type(page.getByLabel('Last Name'), 'Nasser');
  await keyboard.type(page.getByLabel('Email'), email);
  await keyboard.type(page.locator('input[type="password"]'), demoPassword);
  await keyboard.type(page.getByLabel('Student ID'), `S-${Date.now()}`);
  await keyboard.press(page.getByRole('button', { name: 'Use a drawing' }));
  await keyboard.press(page.getByRole('checkbox'), 'Space');
  await keyboard.press(page.getByRole('button', { name: 'Create Account' }));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Account created successfully! Please log in.')).toBeVisible();
  await keyboard.type(page.getByLabel('Email'), email);
  await keyboard.type(page.locator('input[type="password"]'), demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Salma Nasser').first()).toBeVisible();
});

test('without a mouse, a member posts and comments', async ({ signedIn }) => {
  const page = await signedIn('member');
  const keyboard = new Keyboard(page);
  const words = `Written on the keys ${Date.now()}`;
  await page.goto(`/societies/${shared.id}`);
  await expect(page.getByRole('button', { name: 'Create Post' })).toBeVisible({ timeout: 30_000 });
  await keyboard.press(page.getByRole('button', { name: 'Create Post' }));
  await keyboard.type(page.getByRole('textbox', { name: "What's on your mind?" }), words);
  await keyboard.press(page.getByRole('button', { name: 'Post', exact: true }));
  const post = postWith(page, words);
  await expect(post).toBeVisible();
  await keyboard.press(post.getByRole('button', { name: 'Comment', exact: true }));
  await keyboard.type(post.getByRole('textbox', { name: 'Write a comment' }), 'And so is this');
  await page.keyboard.press('Enter');
  await expect(post.getByText('And so is this')).toBeVisible();
});

test('without a mouse, an admin creates an event', async ({ signedIn }) => {
  const page = await signedIn('societyAdmin');
  const keyboard = new Keyboard(page);
  const title = `Keys only ${Date.now()}`;
  await page.goto(`/societies/${asked.id}/events/new`);
  await keyboard.type(page.getByLabel('Event title'), title);
  await keyboard.type(page.getByRole('textbox', { name: 'Description' }), 'Everything in this event was typed, nothing was clicked.');
  await keyboard.press(page.getByRole('radio').first(), 'Space');
  await keyboard.press(page.getByRole('button', { name: 'Next Step' }));
  await keyboard.type(page.getByLabel(/^Date/), day.typed);
  await keyboard.type(page.getByLabel(/^Start time/), '0530PM');
  await keyboard.type(page.getByRole('textbox', { name: /^Location/ }), 'Lab 3');
  await page.keyboard.press('Enter');
  await keyboard.press(page.getByRole('button', { name: 'Create Event' }));
  await expect(page.getByText('event has been created')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/societies/${asked.id}/events$`));
});

test('without a mouse, a member attends an event', async ({ app, signedIn }) => {
  const admin = await callsOf(app.address, demoAccounts.societyAdmin.email);
  const event = await dataOf(
    admin(createEvent, {
      society_id: asked.id,
      title: `Come by keyboard ${Date.now()}`,
      description: 'Whoever has no mouse at hand is welcome here.',
      category: 'Workshop',
      date: day.sent,
      time: '17:30',
      location: 'Lab 3',
    }),
  );
  const page = await signedIn('member');
  await page.goto(`/events/${event}`);
  const keyboard = new Keyboard(page);
  await keyboard.press(page.getByRole('button', { name: 'Attend', exact: true }).first());
  await expect(page.getByRole('button', { name: 'Going', exact: true }).first()).toBeVisible();
});
