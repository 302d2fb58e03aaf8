import { getActivityFeed } from '#models/contract/activity';
import { toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import type { Call } from '#models/contract/define';
import { createEvent, deleteEvent } from '#models/contract/event-changes';
import { attendSeries, getSeries } from '#models/contract/event-series';
import { getAllEvents, getEventInfo, getRelatedEvents } from '#models/contract/events';
import { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import { getAllMembers, removeMember } from '#models/contract/member-list';
import { getNotifications } from '#models/contract/notifications';
import { followUser } from '#models/contract/people';
import { getAllPosts } from '#models/contract/posts';
import { updateProfile } from '#models/contract/profile-changes';
import { getPublicProfile } from '#models/contract/profiles';
import { getRecommendations } from '#models/contract/recommendations';
import { getOpenRequests } from '#models/contract/request-desk';
import { register } from '#models/contract/sign-up';
import { getAllSocieties, getSocietyInfo } from '#models/contract/societies';
import { createSociety } from '#models/contract/society-creation';
import { deleteSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { getTrendingPosts } from '#models/contract/trending';
import { editProfile, ownProfile } from '../texts/account.js';
import { createAt, fillAndCreate, mayCreate } from '../texts/event.js';
import { me } from '../texts/faked.js';
import { create, run, save, settings } from '../texts/running-a-society.js';
import { ahead, exampleId, exampleOf, yes } from '../texts/scenario.js';
import { confirm, type FailingAction } from './failing-action.js';
import { helping } from './failing-help.js';
import { onPosts } from './failing-posts.js';

const event = {
  ...exampleOf(getEventInfo),
  ...ahead,
  Status: 'upcoming' as const,
  Date: '2099-11-11',
  seats_left: null,
  Max_Attendees: null,
};
const noStanding = { attendance: 'not_attending', version: 0, bookmarked: false, bookmark_version: 0 } as const;
const onEvent = `/events/${exampleId}`;
/** The related events would be the same example, which is over. */
const noRelated = yes(getRelatedEvents, []);
/** As is its only meeting. */
const noSeries = yes(getSeries, [], { counts: { meetings: 0, remaining: 0 } });

const place = { ID: exampleId, Every: 'week', Number: 1, Changed: false } as const;
const first = { ...event, Can: { ...event.Can, attend: true }, Standing: noStanding, Series: place };
const second = { ...first, ID: me.ID, Series: { ...place, Number: 2 } };

const onEvents: FailingAction[] = [
  {
    name: 'a seat at an event',
    who: 'member',
    at: onEvent,
    call: toggleAttendance,
    answers: [yes(getEventInfo, { ...event, Can: { ...event.Can, attend: true } }), noRelated, noSeries],
    act: (page) =>
      page
        .getByRole('button', { name: /^(Attend|Going)$/ })
        .first()
        .click(),
    text: 'Failed to update attendance',
  },
  {
    name: 'seats at all meetings of a series',
    who: 'member',
    at: onEvent,
    call: attendSeries,
    answers: [yes(getEventInfo, first), noRelated, yes(getSeries, [first, second], { counts: { meetings: 2, remaining: 2 } })],
    act: (page) => page.getByRole('button', { name: 'Attend all remaining', exact: true }).click(),
    text: 'Failed to update attendance',
  },
  {
    name: 'a bookmark of an event',
    who: 'member',
    at: onEvent,
    call: toggleBookmark,
    answers: [yes(getEventInfo, event), noRelated, noSeries],
    act: (page) =>
      page
        .getByRole('button', { name: /^(Save this event|Saved)$/ })
        .first()
        .click(),
    text: 'Failed to update bookmark',
  },
  {
    name: 'the end of an event',
    who: 'member',
    at: onEvent,
    call: deleteEvent,
    answers: [yes(getEventInfo, { ...event, Can: { ...event.Can, delete: true } }), noRelated, noSeries],
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete Event', exact: true }).first().click();
      await confirm(page, 'Delete Event');
    },
    text: 'Failed to delete event',
    serverFirst: true,
  },
  {
    name: 'a new event',
    who: 'member',
    at: createAt,
    call: createEvent,
    answers: [mayCreate],
    act: fillAndCreate,
    text: 'Something went wrong while creating the event',
  },
];

const asking = exampleOf(getJoinRequests).map((request) => ({ ...request, Status: 'pending' as const }));

const onRequests: FailingAction[] = [
  {
    name: 'a rejection with its reason',
    who: 'member',
    at: `/societies/${exampleId}/join-requests`,
    call: rejectRequest,
    answers: [
      yes(getSocietyInfo, run),
      yes(getJoinRequests, asking, { counts: { pending: asking.length, approved: 0, rejected: 0, total: asking.length } }),
    ],
    act: async (page) => {
      await page.locator('button[id^="request-"]').first().click();
      await page.getByRole('button', { name: 'Full', exact: true }).click();
      await page.getByRole('button', { name: 'Reject', exact: true }).click();
      // It waits ten seconds; leaving the page sends it at once.
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    },
  },
];

const signingIn: FailingAction[] = [
  {
    name: 'a sign-up',
    who: 'visitor',
    at: '/signup',
    call: register,
    act: async (page) => {
      await page.getByLabel('First Name').fill('Salma');
      await page.getByLabel('Last Name').fill('Nasser');
      await page.getByLabel('Email').fill('salma@uni.example');
      await page.locator('input[type="password"]').fill('a long password');
      await page.getByLabel('Student ID').fill('S-1');
      await page.getByRole('button', { name: 'Use a drawing' }).click();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Create Account' }).click();
    },
    text: 'Registration failed. Email may already be in use.',
    always: true,
  },
];

const [member] = exampleOf(getAllMembers);

const onSocieties: FailingAction[] = [
  {
    name: 'a new society',
    who: 'member',
    at: '/societies/new',
    call: createSociety,
    act: create,
    text: 'Something went wrong while creating the society',
  },
  {
    name: 'the settings of a society',
    who: 'member',
    at: settings,
    call: updateInfo,
    answers: [yes(getSocietyInfo, run)],
    act: save,
    text: 'Something went wrong while updating the society information',
  },
  {
    name: 'the end of a society',
    who: 'member',
    at: `${settings}?section=danger`,
    call: deleteSociety,
    answers: [yes(getSocietyInfo, run)],
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete Society' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill(run.Name);
      await confirm(page, 'Delete Forever');
    },
  },
  {
    name: 'removing a member',
    who: 'member',
    at: `/societies/${run.ID}/members`,
    call: removeMember,
    answers: [
      yes(getSocietyInfo, { ...run, Can: { ...run.Can, seeMembers: true } }),
      yes(getAllMembers, member ? [{ ...member, Role: 'member' }] : [], { counts: { total: 1, admins: 0, moderators: 0 } }),
    ],
    act: async (page) => {
      await page
        .getByRole('list', { name: 'Members' })
        .getByRole('button', { name: /^More about/ })
        .click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await confirm(page, 'Remove');
    },
    text: 'Failed to remove member',
  },
];

const onPeople: FailingAction[] = [
  {
    name: 'a profile that is edited',
    who: 'member',
    at: '/account',
    call: updateProfile,
    answers: [ownProfile],
    act: editProfile,
    text: 'Failed to update profile',
  },
  {
    name: 'following somebody',
    who: 'member',
    at: `/users/${exampleId}`,
    call: followUser,
    answers: [
      yes(getPublicProfile, {
        ...exampleOf(getPublicProfile),
        Is_Following: false,
        Follow_Version: 0,
        Can: { see: true, follow: true, block: true },
      }),
    ],
    act: (page) => page.getByRole('main').getByRole('button', { name: 'Follow', exact: true }).first().click(),
  },
];

/** User actions, each tested with eight kinds of failure. */
export const failing: FailingAction[] = [...onPosts, ...onEvents, ...onSocieties, ...onRequests, ...signingIn, ...onPeople, ...helping];

/** Pages and what they load, with the lists that stand in for it; a failure shows in its place, with another try. */
export const loading: { at: string; who: 'visitor' | 'member'; calls: Call[] }[] = [
  { at: '/', who: 'member', calls: [getAllPosts] },
  { at: '/societies', who: 'visitor', calls: [getAllSocieties] },
  { at: '/events', who: 'visitor', calls: [getAllEvents] },
  { at: '/trending', who: 'visitor', calls: [getTrendingPosts, getAllPosts] },
  { at: '/activity', who: 'member', calls: [getActivityFeed, getAllPosts, getAllEvents, getAllSocieties] },
  { at: '/recommendations', who: 'member', calls: [getRecommendations, getAllEvents, getAllSocieties] },
  { at: '/notifications', who: 'member', calls: [getNotifications] },
  { at: '/requests', who: 'member', calls: [getOpenRequests] },
];
