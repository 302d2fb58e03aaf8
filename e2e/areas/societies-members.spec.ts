import type { Page } from 'playwright/test';
import { declineInvitation } from '#models/contract/invitation-answers';
import { approveRequest, askToJoin } from '#models/contract/join-requests';
import { getAllMembers } from '#models/contract/member-list';
import { dataOf } from '../support/calls.js';
import { type Cast, expect, test } from '../support/cast.js';
import { live } from '../support/posts.js';

const membersOf = ({ id }: { id: string }): string => `/societies/${id}/members`;
const list = (page: Page) => page.getByRole('list', { name: 'Members' });
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 2, name: /^Members \(/ });

/** A student whom nobody has met yet is a member of the open society. */
async function newMember(cast: Cast) {
  const { open } = cast;
  const person = await cast.newcomer();
  const { Request_ID } = await dataOf(person.as(askToJoin, { society_id: open.id }));
  if (Request_ID) await dataOf(cast.as('admin')(approveRequest, { request_id: Request_ID }));
  return person;
}

test('a visitor logs in first; who is outside reads a public list, and no private one', async ({ cast }) => {
  const visitor = await cast.page('visitor');
  await visitor.goto(membersOf(cast.open));
  await expect(visitor).toHaveURL(/\/login$/);
  const outsider = await cast.page('outsider');
  await outsider.goto(membersOf(cast.open));
  await expect(heading(outsider)).toBeVisible();
  await expect(row(outsider, cast.people.moderator.name).getByText('Moderator')).toBeVisible();
  await expect(outsider.getByRole('navigation', { name: 'Society pages' })).toHaveCount(0);
  for (const none of ['Invite people', 'Export as CSV', 'Banned people']) await expect(button(outsider, none)).toHaveCount(0);
  await outsider.goto(membersOf(cast.closed));
  await expect(outsider.getByText('Only members see this list')).toBeVisible();
});

test('a member and a moderator read, and change nothing', async ({ cast }) => {
  for (const role of ['member', 'moderator'] as const) {
    const page = await cast.page(role);
    await page.goto(membersOf(cast.closed));
    await expect(heading(page)).toHaveText('Members (4)');
    await expect(page.getByText('Total Members')).toBeVisible();
    await expect(list(page).getByRole('link', { name: /^View Profile of/ })).toHaveCount(4);
    await expect(list(page).getByRole('button')).toHaveCount(0);
    await expect(button(page, 'Export as CSV')).toHaveCount(0);
  }
});

test('a list that does not come is asked for again', async ({ cast }) => {
  const page = await cast.page('member');
  await page.route(`**${getAllMembers.path}*`, (route) =>
    route.fulfill({ status: 500, json: { error_message: 'Boom', code: 'internal' } }),
  );
  await page.goto(membersOf(cast.open));
  await expect(page.getByText('The members did not load')).toBeVisible();
  await page.unrouteAll();
  await button(page, 'Try again').click();
  await expect(heading(page)).toBeVisible();
});

test('an admin finds people, gives a role and removes; the other admin sees it without a reload', async ({ cast }) => {
  const person = await newMember(cast);
  const [page, other] = [await cast.page('admin'), await cast.page('secondAdmin')];
  for (const each of [page, other]) await each.goto(membersOf(cast.open));
  await button(page, `More about ${cast.people.secondAdmin.name}`).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View Profile', 'End of role']);
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Search by name or email').fill(person.name);
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await button(page, `More about ${person.name}`).click();
  await page.getByRole('menuitem', { name: 'Change Role' }).click();
  await expect(button(page, 'Save')).toBeDisabled();
  await page.getByRole('radio', { name: 'Moderator' }).check();
  await button(page, 'Save').click();
  await expect(row(other, person.name).getByText('Moderator')).toBeVisible(live);
  await expect(page.getByText(`${person.name} is now a moderator.`)).toBeVisible();
  await button(page, `More about ${person.name}`).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('checkbox', { name: 'Ban: they cannot ask to join again' }).check();
  await button(page, 'Remove').click();
  await expect(row(other, person.name)).toHaveCount(0, live);
  await expect(page.getByText('Member removed')).toBeVisible();
  await button(page, 'Banned people').click();
  await button(page, `Lift the ban on ${person.name}`).click();
  await page
    .getByRole('dialog', { name: `Lift the ban on ${person.name}?` })
    .getByRole('button', { name: 'Lift ban' })
    .click();
  await expect(page.getByText('Nobody is banned')).toBeVisible();
});

test('who is invited by name is asked at once on the page they look at, and is in by one press', async ({ cast }) => {
  const society = await cast.another('private');
  const [page, guest] = [await cast.page('admin'), await cast.page('outsider')];
  await guest.goto(`/societies/${society.id}`);
  await expect(button(guest, 'Join Society')).toBeVisible();
  await page.goto(`${membersOf(society)}?invite=1`);
  await page.getByRole('searchbox', { name: 'Name or email', exact: true }).fill(cast.people.outsider.name);
  await button(page, `Invite ${cast.people.outsider.name}`).click();
  const banner = guest.getByRole('region', { name: 'Invitation' });
  await expect(banner).toContainText(`${cast.people.admin.name} invited you to join.`, live);
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();
  await button(page, 'Close').click();
  await button(guest, `Accept the invitation to ${society.name}`).click();
  await expect(guest.getByRole('navigation', { name: 'Society pages' })).toBeVisible(live);
  await expect(row(page, cast.people.outsider.name)).toBeVisible();
});

test('own invitations and requests stand on one page; each is answered or taken back there', async ({ cast }) => {
  const society = await cast.another('private');
  const page = await cast.page('invited');
  await page.goto('/invitations');
  await page.route(`**${declineInvitation.path}`, (route) => route.abort());
  const decline = button(page, `Decline the invitation to ${society.name}`);
  await decline.click();
  await expect(page.getByText(/^Nadi cannot be reached/)).toBeVisible();
  await page.unrouteAll();
  await decline.click();
  await expect(decline).toHaveCount(0);
  const asking = await cast.page('pending');
  await asking.goto('/invitations');
  await button(asking, `Withdraw the request to ${society.name}`).click();
  await expect(asking.getByRole('link', { name: society.name })).toHaveCount(0);
  await expect(asking.getByRole('link', { name: cast.open.name })).toBeVisible();
});

test('the only admin hands over before they go', async ({ cast }) => {
  const society = await cast.another();
  const page = await cast.page('secondAdmin');
  await page.goto(`${membersOf(society)}?handover=step-down`);
  await page.getByRole('dialog', { name: 'Step down as admin?' }).getByRole('radio', { name: 'Member' }).check();
  await button(page, 'Step down').click();
  await expect(page.getByText(`You are no longer an admin of ${society.name}.`)).toBeVisible();
  await expect(button(page, 'Export as CSV')).toHaveCount(0, live);
  const last = await cast.page('admin');
  await last.goto(`${membersOf(society)}?handover=leave`);
  const dialog = last.getByRole('dialog', { name: `Leave ${society.name}?` });
  await expect(dialog.getByText('You are the only admin. Choose who takes over.')).toBeVisible();
  await dialog.getByRole('radio', { name: cast.people.moderator.name }).click();
  await button(last, 'Hand over and leave').click();
  await expect(last).toHaveURL(/\/societies$/);
  await expect(last.getByText('You left the society')).toBeVisible();
});
