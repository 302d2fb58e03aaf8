import type { Page } from 'playwright/test';
import { leaveSociety } from '#models/contract/members';
import { getSocietiesByUser, getSocietyInfo, societyCategories } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { societyTags, updateInfo } from '#models/contract/society-settings';
import { exampleId, exampleOf, type MockedResponse, no, type Scenario, yes } from './scenario.js';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

async function fillBasics(page: Page): Promise<void> {
  await field(page, /^Society name/).fill('Debate Circle');
  await field(page, /^Description/).fill('We argue kindly, every Tuesday evening.');
  await page.getByRole('combobox', { name: /^Category/ }).selectOption('Academic');
  await press(page, 'Next Step');
}
/** All three steps of the wizard. */
export async function create(page: Page): Promise<void> {
  await fillBasics(page);
  await press(page, 'Next Step');
  await press(page, 'Create Society');
}
const creating = (name: string, answer: MockedResponse, ...shows: string[]): Scenario => ({
  name: `a society that is made: ${name}`,
  who: 'member',
  at: '/societies/new',
  answers: [answer],
  act: create,
  shows,
});

const society = exampleOf(getSocietyInfo);
/** A society as its admin sees it. */
export const run = { ...society, Role: 'admin' as const, Can: { ...society.Can, manage: true, manageRequests: true, leave: true } };
export const settings = `/societies/${exampleId}/settings`;
/** Another name for the society. */
export async function save(page: Page): Promise<void> {
  await field(page, /^Society name/).fill('Debate Circle');
  await press(page, 'Save Changes');
}
const saving = (name: string, answer: MockedResponse, ...shows: string[]): Scenario => ({
  name: `settings that are saved: ${name}`,
  who: 'member',
  at: settings,
  answers: [yes(getSocietyInfo, run), answer],
  act: save,
  shows,
});

const joined = { ...run, Role: 'member' as const };
/** By the menu of what they are in it; an admin would be asked who takes over. */
async function leave(page: Page): Promise<void> {
  await press(page, 'Member');
  await page.getByRole('menuitem', { name: 'Leave Society' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave Society' }).click();
}
const leaving = (name: string, answer: MockedResponse, ...shows: string[]): Scenario => ({
  name: `a society that one leaves: ${name}`,
  who: 'member',
  at: `/societies/${exampleId}`,
  // Every answer with the society has the same role: the last of them counts.
  answers: [yes(getSocietyInfo, joined), yes(getSocietiesByUser, [joined]), answer],
  act: leave,
  shows,
});

/** Making a society, its settings, and what ends it. */
export const runningScenarios: Scenario[] = [
  {
    name: 'the way to a new society',
    who: 'member',
    at: '/',
    shows: ['Create Society'],
  },
  {
    // The wizard's own list is the browser's, where no text can be seen until it is open.
    name: 'the categories of societies',
    who: 'member',
    at: '/societies',
    shows: societyCategories,
  },
  {
    name: 'a new society whose first step is empty, then too short',
    who: 'member',
    at: '/societies/new',
    act: async (page) => {
      await press(page, 'Next Step');
      await page.getByText('Category is required').waitFor();
      await field(page, /^Society name/).fill('De');
      await field(page, /^Description/).fill('Too short.');
      await press(page, 'Next Step');
    },
    shows: [
      'Create a New Society',
      'Basic Information',
      'Details & Media',
      'Settings',
      'Society name is required',
      'Society name must be at least 3 characters',
      'Description is required',
      'Description must be at least 20 characters',
      'Category is required',
    ],
  },
  {
    name: 'a new society whose second step is wrong',
    who: 'member',
    at: '/societies/new',
    act: async (page) => {
      await fillBasics(page);
      await field(page, 'Contact email').fill('nobody');
      await field(page, 'Website').fill('nowhere');
      await press(page, 'Next Step');
    },
    shows: ['Previous', 'Please enter a valid email address', 'Please enter a valid website URL', ...societyTags],
  },
  creating(
    'it is there',
    yes(createSociety, exampleId, { after: 400 }),
    'Next Step',
    'Create Society',
    'Creating Society...',
    'Creating new society...',
    'Society has been created',
  ),
  creating('refused', no(createSociety, 'internal'), 'Something went wrong while creating the society'),
  saving(
    'all is well',
    yes(updateInfo, null, { after: 400 }),
    'General',
    'Privacy',
    'Permissions',
    'Notifications',
    'Danger Zone',
    'Cancel',
    'Save Changes',
    'Updating society information...',
    'Society information has been updated',
  ),
  saving('refused', no(updateInfo, 'internal'), 'Something went wrong while updating the society information'),
  {
    name: 'a society that is to be deleted',
    who: 'member',
    at: `${settings}?section=danger`,
    answers: [yes(getSocietyInfo, run)],
    act: (page) => press(page, 'Delete Society'),
    shows: [
      'Leave Society',
      'Delete Society',
      'Confirm Deletion',
      'Are you sure you want to delete this society? This action cannot be undone and will permanently remove all data, members, and events.',
      'Delete Forever',
    ],
  },
  leaving('it is left', yes(leaveSociety, exampleOf(leaveSociety), { after: 400 }), 'leaving society', 'You left the society'),
  leaving('refused', no(leaveSociety, 'internal'), 'Something went wrong while leaving the society'),
];
