import type { Page } from 'playwright/test';
import { searchAll } from '#models/contract/search';
import { exampleOf, type Scenario, yes } from './scenario.js';

const counts = { societies: 1, events: 1, posts: 24, people: 1, at_least: [] };
const none = { societies: [], events: [], posts: [], people: [] };
const noCounts = { societies: 0, events: 0, posts: 0, people: 0, at_least: [] };

const search = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Search' }).fill('chess');
};

/** The frame around every page, the home page's ways, and the search. */
export const shellScenarios: Scenario[] = [
  {
    name: 'the side bar and the home page of a visitor',
    who: 'visitor',
    at: '/',
    shows: [
      'Search societies, events...',
      'Main Menu',
      'Home',
      'Events',
      'Societies',
      'About',
      'Guest User',
      'Not logged in',
      'Login',
      'Sign up',
      'Support',
      'Login to Create Society',
      'Browse Events',
      'Get Help',
      'Discover More',
    ],
  },
  {
    name: 'the side bar and the home page of a member',
    who: 'member',
    at: '/',
    shows: ['My Profile', 'My Societies', 'Support', 'Sign out', 'Upcoming Events', 'Browse Events', 'Get Help'],
  },
  {
    name: 'a search that finds something',
    who: 'member',
    at: '/',
    answers: [yes(searchAll, exampleOf(searchAll), { counts })],
    act: search,
    shows: ['View all N results'],
  },
  {
    name: 'a search that finds nothing',
    who: 'visitor',
    at: '/',
    answers: [yes(searchAll, none, { counts: noCounts })],
    act: search,
    shows: ['No results found for {text}', 'Try a different search term'],
  },
];
