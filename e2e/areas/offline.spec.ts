import type { Page } from 'playwright/test';
import { getAttendees } from '#models/contract/check-in';
import { demoAccounts } from '#models/testing/demo';
import { callsOf, dataOf } from '../support/calls.js';
import { anEventToCome, doorOf, result, ticketOf } from '../support/doors.js';
import { settled } from '../support/posts.js';
import { expect, test } from '../support/test.js';

test.use({ serviceWorkers: 'allow' });

/** The service worker answers for this page, with everything it keeps. */
async function serviceWorkerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    }
  });
}

test('without a network the app opens, says what it cannot reach, and shows the stored ticket', async ({ app, signedIn }) => {
  const event = await anEventToCome(app.address, 'Stars over the desert');
  const code = await ticketOf(app.address, event);
  const page = await signedIn('member');
  await serviceWorkerReady(page);
  await page.goto(`/events/${event}`);
  await expect(page.getByRole('region', { name: 'Your ticket' })).toContainText(code);
  await page.context().setOffline(true);
  await page.goto('/events');
  await expect(page.getByText(/^You are offline\./)).toBeVisible(settled);
  await page.goto(`/events/${event}`);
  await expect(page.getByRole('img', { name: 'Your ticket' })).toBeVisible(settled);
  await expect(page.getByRole('region', { name: 'Your ticket' })).toContainText(code);
  await expect(page.getByRole('heading', { name: 'Stars over the desert' }).first()).toBeVisible();
  await page.goto('/docs/');
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  await page.goto(`/events/${event}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stars over the desert');
});

test('a door without a network lets in, outlives a reload, and tells each once when the network is back', async ({ app, signedIn }) => {
  const event = await anEventToCome(app.address, 'Night of the long table');
  const code = await ticketOf(app.address, event);
  const page = await signedIn('societyAdmin');
  await serviceWorkerReady(page);
  await doorOf(page, event);
  await expect(page.getByText('of 1 going')).toBeVisible();
  await page.context().setOffline(true);
  for (const words of ['Waiting to be sent', 'Already scanned here']) {
    await page.getByRole('textbox', { name: 'Ticket code' }).fill(code);
    await page.keyboard.press('Enter');
    await expect(result(page)).toContainText(words);
  }
  await page.reload();
  await expect(page.getByText('1 check-in is waiting to be sent')).toBeVisible(settled);
  await page.context().setOffline(false);
  const history = page.getByRole('region', { name: 'At this door' });
  await expect(history).toContainText(demoAccounts.member.name, { timeout: 40_000 });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  const call = await callsOf(app.address, demoAccounts.societyAdmin.email);
  const people = await dataOf(call(getAttendees, { event_id: event, state: 'checked_in' }));
  expect(people.map(({ Name }) => Name)).toEqual([demoAccounts.member.name]);
});
