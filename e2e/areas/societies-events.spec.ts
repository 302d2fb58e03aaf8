import type { Page } from 'playwright/test';
import { toggleAttendance } from '#models/contract/attendance';
import { getEventsBySociety } from '#models/contract/events';
import { dataOf } from '../support/calls.js';
import { type CastRole, type CastSociety, expect, test } from '../support/cast.js';
import { live } from '../support/posts.js';

const card = (page: Page, { event }: CastSociety) => page.getByRole('article', { name: event });
const open = (page: Page, { id }: CastSociety) => page.goto(`/societies/${id}/events`);

/** Whether a role finds the link to a new event, and whether it may delete this one. */
const ways: [CastRole | 'visitor', mayCreate: boolean, mayDelete: boolean][] = [
  ['visitor', false, false],
  ['outsider', false, false],
  ['invited', false, false],
  ['pending', false, false],
  ['member', false, false],
  ['moderator', true, false],
  ['secondAdmin', true, true],
];
for (const [who, mayCreate, mayDelete] of ways) {
  test(`a society's events, as ${who} finds them`, async ({ cast }) => {
    const page = await cast.page(who);
    await open(page, cast.open);
    await expect(page.getByText('Upcoming Events', { exact: true })).toBeVisible();
    await expect(page.getByText('Completed Events', { exact: true })).toBeVisible();
    const shown = card(page, cast.open);
    await expect(shown).toContainText('6:00 PM');
    await expect(shown).toContainText('Lab 3');
    await expect(shown.getByRole('link', { name: 'View Details' })).toBeVisible();
    const attend = who === 'visitor' ? 'link' : 'button';
    await expect(shown.getByRole(attend, { name: /Attend/ })).toBeVisible();
    await expect(shown.getByRole('button', { name: 'Delete Event' })).toHaveCount(mayDelete ? 1 : 0);
    await expect(page.getByText('Create New Event')).toHaveCount(mayCreate ? 1 : 0);
  });
}

test('a private society tells its events to its members alone, and their seats as they are taken', async ({ cast }) => {
  const [outsider, member] = [await cast.page('outsider'), await cast.page('member')];
  await open(outsider, cast.closed);
  await expect(outsider.getByText('Only members see the events')).toBeVisible();
  await expect(card(outsider, cast.closed)).toHaveCount(0);
  await open(member, cast.closed);
  await expect(card(member, cast.closed)).toContainText('30 seats left');
  const [event] = await dataOf(cast.as('admin')(getEventsBySociety, { society_id: cast.closed.id }));
  await dataOf(cast.as('admin')(toggleAttendance, { event_id: event?.ID ?? '', status: 'attending' }));
  await expect(card(member, cast.closed)).toContainText('29 seats left', live);
});

test('the filter asks the server, and says so where nothing is left of it', async ({ cast }) => {
  const page = await cast.page('member');
  await open(page, cast.open);
  await page.getByRole('button', { name: 'Completed', exact: true }).click();
  await expect(page.getByText('No events match the selected filter.')).toBeVisible();
  await page.route(`**${getEventsBySociety.path}*`, (route) =>
    route.fulfill({ status: 429, json: { error_message: 'Too many.', code: 'rate' } }),
  );
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(`**${getEventsBySociety.path}*`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, cast.open)).toBeVisible();
});
