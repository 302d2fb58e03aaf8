import { getEventsAttendedByUser } from '#models/contract/events';
import { getPostsByUser } from '#models/contract/posts-by-user';
import { getPublicProfile } from '#models/contract/profiles';
import { getSocietiesByUserPublic } from '#models/contract/societies';
import { me } from './faked.js';
import { exampleId, exampleOf, type Scenario, yes } from './scenario.js';

const undated = exampleOf(getEventsAttendedByUser).map((event) => ({ ...event, Date: '' }));

/** Texts of a profile. */
export const peopleScenarios: Scenario[] = [
  {
    name: 'a profile with nothing on it',
    who: 'visitor',
    at: `/users/${exampleId}`,
    answers: [yes(getSocietiesByUserPublic, []), yes(getEventsAttendedByUser, []), yes(getPostsByUser, [])],
    shows: [
      'No societies to show',
      'No attended events',
      'No posts yet',
      'Societies',
      'Attended Events',
      'Recent Posts',
      'Follow',
      'Share',
    ],
  },
  {
    name: 'a profile with an event whose day is open',
    who: 'member',
    at: `/users/${exampleId}`,
    answers: [yes(getEventsAttendedByUser, undated)],
    shows: ['Posts', 'Events'],
  },
  {
    name: 'the own public profile',
    who: 'member',
    at: `/users/${me.ID}`,
    answers: [yes(getPublicProfile, { ...exampleOf(getPublicProfile), ID: me.ID })],
    shows: ['Edit'],
  },
];
