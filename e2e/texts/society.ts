import { getEventsBySociety } from '#models/contract/events';
import { askToJoin } from '#models/contract/join-requests';
import { getPostsBySociety } from '#models/contract/posts';
import { getAllSocieties, getSocietyInfo } from '#models/contract/societies';
import { exampleId, exampleOf, type Scenario, yes } from './scenario.js';

const society = {
  ...exampleOf(getSocietyInfo),
  Role: null,
  Request_Status: null,
  Request_ID: null,
  Request_Version: 0,
  Member_Count: 12,
  Event_Count: 3,
  Post_Count: 0,
  Median_Reply_Hours: null,
  Question: '',
};
const open = { ...society.Can, join: true, seePosts: true, seeEvents: true, manage: false, manageRequests: false };
const outside = { ...society, Can: open };
const inside = { ...society, Role: 'member' as const, Can: { ...open, join: false, post: true, createEvents: true, leave: true } };
const at = `/societies/${exampleId}`;
const empty = [yes(getPostsBySociety, []), yes(getEventsBySociety, [], { counts: { upcoming: 0, completed: 0 } })];

/** The page of a society, and finding one. */
export const societyScenarios: Scenario[] = [
  {
    name: 'the societies and what they are in sum',
    who: 'member',
    at: '/societies',
    shows: [
      ...['Quick Actions', 'Create Society', 'Total Societies', 'Total Members', 'Avg Members'],
      ...['Categories', 'Top Categories', 'Most Active'],
    ],
  },
  {
    name: 'the societies, where there are none',
    who: 'member',
    at: '/societies',
    answers: [yes(getAllSocieties, [])],
    shows: ['No societies available. Check back later or create a new society.'],
  },
  {
    name: 'a society that one asks to join',
    who: 'member',
    at,
    answers: [
      yes(getSocietyInfo, outside),
      ...empty,
      yes(askToJoin, { status: 'pending', Request_ID: exampleId, version: 1 }, { after: 400 }),
    ],
    act: (page) => page.getByRole('button', { name: 'Join Society' }).click(),
    shows: ['Members', 'Events', 'Posts', 'Join Society', 'Request Sent'],
  },
  {
    name: 'a society to its member, where nothing happened yet',
    who: 'member',
    at,
    answers: [yes(getSocietyInfo, inside), ...empty],
    act: async (page) => {
      await page.getByRole('button', { name: 'Create Post' }).click();
      await page.getByRole('button', { name: 'or paste a link' }).click();
    },
    shows: [
      ...['Timeline', 'Events', 'Members', 'Join Requests', 'Settings', 'Create Event', 'Create Post'],
      ...['No recent activity', 'Be the first to share something with the society!'],
      ...['Upcoming Events', 'View All Events', 'No upcoming events', 'Check back later for new events or create one!'],
      ...["What's on your mind?", 'Image URL', 'Cancel', 'Post'],
    ],
  },
];
