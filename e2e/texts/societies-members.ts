import type { Page } from 'playwright/test';
import { getAllMembers, removeMember } from '#models/contract/member-list';
import type { Member } from '#models/contract/members';
import { getSocietyInfo } from '#models/contract/societies';
import { exampleId, exampleOf, type MockedResponse, no, type Scenario, yes } from './scenario.js';

const society = exampleOf(getSocietyInfo);
const can = { ...society.Can, seeMembers: true, manage: true, manageRequests: true, invite: true };
const managed = yes(getSocietyInfo, { ...society, Role: 'admin', Can: can });
const rand: Member = {
  ID: exampleId,
  Name: 'Rand Tarawneh',
  Email: null,
  Photo: '',
  Role: 'member',
  Joined_At: '2026-01-01T00:00:00.000Z',
  rev: 1,
};
const members = (...found: Member[]): MockedResponse =>
  yes(getAllMembers, found, { counts: { total: found.length, admins: 0, moderators: 0 } });
const at = `/societies/${society.ID}/members`;
const within = (page: Page) => page.getByRole('list', { name: 'Members' });

const openMenu = (page: Page) => within(page).getByRole('button', { name: 'More about Rand Tarawneh' }).click();

async function remove(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
}

/** The members of a society, as its admin finds them. */
export const membersScenarios: Scenario[] = [
  {
    name: "a society's members",
    who: 'member',
    at,
    answers: [managed, members(rand)],
    act: openMenu,
    shows: [
      'Total Members',
      'Admins',
      'Moderators',
      'All Roles',
      'Admin',
      'Member',
      'Name',
      'Role',
      'Join Date',
      'Members (count)',
      'View Profile',
      'Change Role',
      'Remove',
    ],
  },
  {
    name: 'a member whose role is changed',
    who: 'member',
    at,
    answers: [managed, members(rand)],
    act: async (page) => {
      await openMenu(page);
      await page.getByRole('menuitem', { name: 'Change Role' }).click();
    },
    shows: ['Change Role for {name}', 'Moderator', 'Cancel', 'Save'],
  },
  {
    name: "a society's members that nobody's name fits",
    who: 'member',
    at: `${at}?q=zzz`,
    answers: [managed, members()],
    shows: ['No members found', 'Try adjusting your search or filter criteria.'],
  },
  {
    name: 'a member who is removed',
    who: 'member',
    at,
    answers: [managed, members(rand), { call: removeMember, reply: { status: 204, body: null } }],
    act: remove,
    shows: ['Member removed'],
  },
  {
    name: 'a member who is not removed',
    who: 'member',
    at,
    answers: [managed, members(rand), no(removeMember, 'internal')],
    act: remove,
    shows: ['Failed to remove member'],
  },
];
