import type { Page } from 'playwright/test';
import { toggleAttendance } from '#models/contract/attendance';
import { deleteEvent } from '#models/contract/event-changes';
import { type Event, getAllEvents, getEventsBySociety } from '#models/contract/events';
import { getSocietiesByUser, getSocietyInfo } from '#models/contract/societies';
import { ahead, exampleId, exampleOf, type MockedResponse, no, type Scenario, yes } from './scenario.js';

const [example] = exampleOf(getAllEvents) as [Event];
/** A different event from the calendar's: the page applies the details of an event to all its places. */
const one: Event = { ...example, ...ahead, ID: `${exampleId.slice(0, -2)}70` };
const may = { edit: true, cancel: true, delete: true, attend: true, checkIn: true };
const free = { attendance: 'not_attending', version: 1, bookmarked: false, bookmark_version: 0 } as const;
const mine: Event = { ...one, Status: 'upcoming', Max_Attendees: null, seats_left: null, Standing: free, Can: may };
const society = exampleOf(getSocietyInfo);
const member = { ...society, Role: 'member' as const, Can: { ...society.Can, seePosts: true, seeEvents: true, createEvents: true } };
const none = yes(getEventsBySociety, [], { counts: { upcoming: 0, completed: 0 } });
const some = yes(getEventsBySociety, [mine], { counts: { upcoming: 1, completed: 0 } });

async function deleteOne(page: Page): Promise<void> {
  await page.getByRole('article').first().getByRole('button', { name: 'Delete Event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Event' }).click();
}
const deleting = (name: string, answer: MockedResponse, ...shows: string[]): Scenario => ({
  name: `an event that is deleted from the list: ${name}`,
  who: 'member',
  at: '/events',
  answers: [yes(getAllEvents, [mine]), answer],
  act: deleteOne,
  shows,
});

const roles = ['admin', 'member'] as const;
const own = exampleOf(getSocietiesByUser).slice(0, 1);
const ofEachRole = roles.map((Role, i) => ({ ...own[0]!, ID: exampleId.slice(0, -2) + String(50 + i), Role }));

/** The list of events, its calendar, a society's events, and one's own societies. */
export const eventsScenarios: Scenario[] = [
  {
    name: 'the events of a filter, to a visitor',
    who: 'visitor',
    at: '/events?category=Workshop',
    answers: [
      yes(getAllEvents, [{ ...one, Date: 'someday', Time: '', Location: '', Is_Online: false, Status: 'upcoming', Standing: null }]),
    ],
    shows: [
      'Clear all',
      'Invalid Date',
      'TBD',
      'Login to Attend',
      'Workshop',
      'Seminar',
      'Conference',
      'Networking',
      'Social',
      'Competition',
    ],
  },
  {
    name: 'no event matches',
    who: 'member',
    at: '/events?q=zzz',
    answers: [yes(getAllEvents, [])],
    shows: ['No events found matching your criteria.', 'Clear all'],
  },
  deleting(
    'it is gone',
    yes(deleteEvent, exampleOf(deleteEvent), { after: 400 }),
    'Delete Event',
    'Are you sure you want to delete "{title}"? This action cannot be undone.',
    'Deleting...',
    'Event deleted successfully',
  ),
  deleting('refused without a word', { call: deleteEvent, reply: { status: 500, body: {} } }, 'Failed to delete event'),
  {
    name: 'an event whose seat is refused',
    who: 'member',
    at: '/events',
    answers: [yes(getAllEvents, [mine]), no(toggleAttendance, 'internal')],
    act: (page) => page.getByRole('article').first().getByRole('button', { name: 'Attend' }).click(),
    shows: ['Failed to update attendance'],
  },
  {
    name: "a society's page without events",
    who: 'member',
    at: `/societies/${society.ID}`,
    answers: [yes(getSocietyInfo, member), none],
    shows: ['Upcoming Events', 'View All Events', 'No upcoming events', 'Check back later for new events or create one!', 'Create Event'],
  },
  {
    name: "a society's events",
    who: 'member',
    at: `/societies/${society.ID}/events`,
    answers: [yes(getSocietyInfo, member), some],
    shows: ['Upcoming Events', 'Completed Events', 'View Details', 'Create New Event'],
  },
  {
    name: "a society's events that no search finds",
    who: 'member',
    at: `/societies/${society.ID}/events?q=zzz`,
    answers: [yes(getSocietyInfo, member), none],
    shows: ['No events found', 'Try adjusting your search criteria.'],
  },
  {
    name: "a society's events that no filter leaves",
    who: 'member',
    at: `/societies/${society.ID}/events?show=completed`,
    answers: [yes(getSocietyInfo, member), none],
    shows: ['No events match the selected filter.'],
  },
  {
    name: 'the own societies',
    who: 'member',
    at: '/my-societies',
    answers: [yes(getSocietiesByUser, ofEachRole)],
    shows: [
      'My Societies',
      'Discover More',
      'Societies I Manage',
      'Manager',
      'My Memberships',
      'Member',
      'Your Impact',
      'Memberships',
      'Managed Societies',
    ],
  },
];
