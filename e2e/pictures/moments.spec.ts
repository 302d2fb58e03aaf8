import type { Page } from 'playwright/test';
import { toggleAttendance } from '#models/contract/attendance';
import type { Call } from '#models/contract/define';
import { withdrawRequest } from '#models/contract/join-requests';
import { getNotifications } from '#models/contract/notifications';
import { getAllPosts } from '#models/contract/posts';
import { getSocietiesByUser } from '#models/contract/societies';
import { demoSocieties } from '#models/testing/demo';
import { anUpcomingEvent } from '../support/found.js';
import { expect } from '../support/test.js';
import { textOf } from '../support/texts.js';
import type { Ask, PageLook, Who } from '../support/visit.js';
import { test } from '../support/visiting.js';
import { keep } from './keep.js';

/** A dialog, or a state that a page has for a moment, kept in docs/screens under its name. */
interface Moment {
  name: string;
  who: Who;
  path: string | ((ask: Ask) => Promise<string>);
  /** Prepares the browser's requests before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Leads to the moment. */
  act?: (page: Page, text: (file: string, key: string) => string) => Promise<void>;
  /** Status codes of answers that are not 2xx, and rightly so. */
  refused?: number[];
  /** How it is looked at; on phones if absent. */
  looks?: PageLook[];
  /** Undoes what `act` changed. */
  after?: (ask: Ask) => Promise<void>;
}

const phone: PageLook[] = [
  { language: 'en', scheme: 'light', width: 390 },
  { language: 'ar', scheme: 'dark', width: 390 },
];
const everywhere: PageLook[] = [
  ...phone,
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'ar', scheme: 'dark', width: 1440 },
];

const at = ({ path }: Call) => `**${path}*`;
const fails = (call: Call) => (page: Page) => page.route(at(call), (route) => route.fulfill({ status: 500, json: {} }));
const neverAnswers = (call: Call) => (page: Page) => page.route(at(call), () => {});

const societyToJoin = `/societies/${demoSocieties.asked.id}`;
const untilFailed: Moment['act'] = (page, text) =>
  expect(
    page
      .locator('main')
      .getByRole('button', { name: text('common', 'tryAgain') })
      .first(),
  ).toBeVisible();
const dialog = (page: Page) => page.getByRole('dialog');
/** Presses Join, which opens the dialog with the society's question. */
const openQuestion: NonNullable<Moment['act']> = async (page, text) => {
  await page.getByRole('button', { name: text('societies', 'join.action') }).click();
  await expect(dialog(page).getByRole('textbox')).toBeVisible();
};

const moments: Moment[] = [
  {
    name: 'join-question',
    who: 'member',
    path: societyToJoin,
    looks: everywhere,
    act: openQuestion,
  },
  {
    name: 'join-sent',
    who: 'member',
    path: societyToJoin,
    looks: everywhere,
    act: async (page, text) => {
      await openQuestion(page, text);
      await dialog(page).locator('button[type="submit"]').click();
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: text('societies', 'join.withdraw') })).toBeVisible();
    },
    after: async (ask) => void (await ask('member', withdrawRequest, { society_id: demoSocieties.asked.id })),
  },
  {
    name: 'notifications-failed',
    who: 'member',
    path: '/notifications',
    before: fails(getNotifications),
    act: untilFailed,
    refused: [500],
  },
  {
    name: 'my-societies-failed',
    who: 'member',
    path: '/my-societies',
    before: fails(getSocietiesByUser),
    act: untilFailed,
    refused: [500],
  },
  { name: 'home-loading', who: 'member', path: '/', before: neverAnswers(getAllPosts) },
  { name: 'events-filtered', who: 'member', path: '/events?category=Hackathon' },
  {
    name: 'composer',
    who: 'member',
    path: '/',
    act: async (page, text) => {
      await page.getByRole('button', { name: text('posts', 'composer.prompt') }).click();
      await expect(dialog(page).getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'members-menu',
    who: 'societyAdmin',
    path: `${societyToJoin}/members`,
    act: async (page) => {
      await page.locator('main button[aria-haspopup="menu"]').nth(3).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  {
    name: 'event-ticket',
    who: 'member',
    path: (ask) => anUpcomingEvent(ask).then((id) => `/events/${id}`),
    act: async (page, text) => {
      await page
        .getByRole('button', { name: text('events', 'card.attend') })
        .first()
        .click();
      await expect(dialog(page)).toBeVisible();
    },
    after: async (ask) => {
      const event_id = await anUpcomingEvent(ask);
      await ask('member', toggleAttendance, { event_id, status: 'not_attending' });
    },
  },
  {
    name: 'report',
    who: 'member',
    path: societyToJoin,
    act: async (page, text) => {
      await page.locator('header button[aria-haspopup="menu"]').last().click();
      await page.getByRole('menuitem', { name: text('society', 'menu.report') }).click();
      await expect(dialog(page).getByRole('textbox').first()).toBeVisible();
    },
  },
];

for (const { name, who, path, before, act, refused = [], looks = phone, after } of moments)
  for (const look of looks)
    test(`${name}: ${look.language}, ${look.scheme}, ${look.width}`, async ({ visit, asking }) => {
      // Its own page is opened second, once its requests are prepared.
      const page = await visit({ name, who, path: '/about', refused }, look);
      await before?.(page);
      await page.goto(typeof path === 'string' ? path : await path(asking));
      await expect(page.locator('h1').first()).toBeAttached();
      if (name !== 'home-loading') await page.waitForLoadState('networkidle');
      await act?.(page, (file, key) => textOf(look.language, file, key));
      // Dialogs open with a transition.
      await page.waitForTimeout(600);
      await keep(name, look, page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // An open page would ask for a ticket that is no more.
      await page.close();
      await after?.(asking);
    });
