import type { Page } from 'playwright/test';
import { toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { createEvent, deleteEvent } from '#models/contract/event-changes';
import { eventCategories, eventTags } from '#models/contract/event-choices';
import { getSeries } from '#models/contract/event-series';
import { type Event, getEventInfo, getRelatedEvents } from '#models/contract/events';
import { getSocietyInfo } from '#models/contract/societies';
import { ahead, exampleId, exampleOf, type MockedResponse, no, nothing, type Scenario, yes } from './scenario.js';

const one: Event = {
  ...exampleOf(getEventInfo),
  ...ahead,
  Status: 'upcoming',
  Is_Online: false,
  Location: 'Engineering Hall B',
  Date: '2030-11-26',
  Time: '17:30',
  seats_left: 12,
  Max_Attendees: 150,
  Standing: { attendance: 'not_attending', version: 0, bookmarked: false, bookmark_version: 0 },
  Can: { edit: true, cancel: true, delete: true, attend: true, checkIn: true },
};
const at = `/events/${one.ID}`;
/** The event, without the related ones and the meetings of the examples, which have its id. */
const seen = (fields: Partial<Event> = {}): MockedResponse[] => [
  yes(getEventInfo, { ...one, ...fields }),
  yes(getRelatedEvents, []),
  yes(getSeries, [], { counts: { meetings: 0, remaining: 0 } }),
];
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** A failure without words of its own. */
const wordless = (call: MockedResponse['call']): MockedResponse => ({ call, reply: { status: 500, body: {} } });

async function share(page: Page): Promise<void> {
  // Replaces the browser's share dialog and shows its input.
  await page.evaluate(() => {
    const given = (data?: ShareData) => {
      document.body.append(Object.assign(document.createElement('p'), { textContent: data?.text }));
      return Promise.resolve();
    };
    Object.assign(navigator, { share: given });
  });
  await press(page, 'Share');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Share via Native Share' }).click();
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
}

async function remove(page: Page): Promise<void> {
  await press(page, 'Delete Event');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Event' }).click();
}

const pages: Scenario[] = [
  {
    name: 'an event',
    who: 'member',
    at,
    answers: seen(),
    shows: [
      ...['Event Details', 'Date & Time', 'Location', 'Get Directions', 'Category', 'Organizer', 'About this Event', 'Event Actions'],
      ...['Event Stats', 'Attendees', 'Interested', 'Shares', 'Related Events', 'Share', 'Edit'],
    ],
  },
  {
    name: 'an event of which little is known, to a visitor',
    who: 'visitor',
    at,
    answers: seen({ Title: '', Description: '', Location: '', Date: '', Time: '', Standing: null }),
    shows: ['Login to Attend', 'No related events found', 'TBD', 'No title', 'No content available'],
  },
  { name: 'an event that is not there', who: 'visitor', at, answers: [no(getEventInfo, 'not_found')], shows: ['Event not found.'] },
  { name: 'an event that does not load', who: 'visitor', at, answers: [wordless(getEventInfo)], shows: ['Something went wrong'] },
  {
    name: 'an event that is shared',
    who: 'member',
    at,
    answers: seen({ Description: '' }),
    act: share,
    shows: ['Share via Native Share', 'Copy Link', 'Check out this event', 'Link copied to clipboard'],
  },
];

const actions: Scenario[] = [
  {
    name: 'an event that is deleted',
    who: 'member',
    at,
    answers: [...seen(), yes(deleteEvent, exampleOf(deleteEvent), { after: 400 })],
    act: remove,
    shows: [
      'Delete Event',
      'Are you sure you want to delete "{title}"? This action cannot be undone.',
      'Deleting...',
      'Event deleted successfully',
    ],
  },
  {
    name: 'an event that cannot be deleted',
    who: 'member',
    at,
    answers: [...seen(), wordless(deleteEvent)],
    act: remove,
    shows: ['Failed to delete event'],
  },
  {
    name: 'an event that cannot be attended',
    who: 'member',
    at,
    answers: [...seen(), no(toggleAttendance, 'event_over')],
    act: (page) => press(page, 'Attend'),
    shows: ['Failed to update attendance'],
  },
  {
    name: 'an event that cannot be kept',
    who: 'member',
    at,
    answers: [...seen(), nothing(toggleBookmark)],
    act: (page) => press(page, 'Save this event'),
    shows: ['Failed to update bookmark'],
  },
];

const society = exampleOf(getSocietyInfo);
/** The reader may make events in the society. */
export const mayCreate = yes(getSocietyInfo, { ...society, Can: { ...society.Can, createEvents: true } });
export const createAt = `/societies/${exampleId}/events/new`;

async function fillDetails(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Event title' }).fill('Line Follower Finals');
  await page.getByRole('textbox', { name: 'Description' }).fill('Eight robots, one black line, fourteen laps.');
  await page.getByRole('radio', { name: 'Competition' }).check();
  await press(page, 'Next Step');
}
/** All three steps of the wizard. */
export async function fillAndCreate(page: Page): Promise<void> {
  await fillDetails(page);
  await page
    .getByLabel('Date', { exact: false })
    .first()
    .fill(`${new Date().getFullYear() + 1}-03-12`);
  await page.getByLabel('Start time').fill('17:30');
  await page.getByRole('textbox', { name: 'Location' }).fill('Engineering Hall B');
  await press(page, 'Next Step');
  await press(page, 'Create Event');
}

const wizards: Scenario[] = [
  {
    name: 'the first step of a new event',
    who: 'member',
    at: createAt,
    answers: [mayCreate],
    act: async (page) => {
      await press(page, 'Next Step');
      await page.getByText('Event title is required').waitFor();
      await page.getByRole('textbox', { name: 'Event title' }).fill('Hi');
      await page.getByRole('textbox', { name: 'Description' }).fill('A night of dabke.');
      await press(page, 'Next Step');
    },
    shows: [
      ...['Create New Event', 'Event Details', 'Cancel', 'Next Step', 'Category', ...eventCategories],
      ...['Event title is required', 'Event title must be at least 3 characters', 'Description is required'],
      ...['Description must be at least 20 characters', 'Category is required'],
    ],
  },
  {
    name: 'the second step of a new event',
    who: 'member',
    at: createAt,
    answers: [mayCreate],
    act: async (page) => {
      await fillDetails(page);
      await press(page, 'Next Step');
      await page.getByText('Event date is required').waitFor();
      await page.getByRole('switch', { name: 'Online event' }).check();
      await page.getByLabel('Start time').fill('17:30');
      await page.getByLabel('End time').fill('17:00');
      await press(page, 'Next Step');
    },
    shows: [
      ...['Date & Location', 'Previous', 'Event date is required', 'Start time is required', 'End time must be after start time'],
      ...['Location is required for in-person events', 'Online meeting link is required for virtual events'],
    ],
  },
  {
    name: 'a new event',
    who: 'member',
    at: createAt,
    answers: [mayCreate, yes(createEvent, exampleId, { after: 400 })],
    act: fillAndCreate,
    shows: ['Additional Info', 'Image URL', ...eventTags, 'Create Event', 'Creating Event...', 'event has been created'],
  },
  {
    name: 'a new event that is refused',
    who: 'member',
    at: createAt,
    answers: [mayCreate, no(createEvent, 'email_unverified')],
    act: fillAndCreate,
    shows: ['Something went wrong while creating the event'],
  },
];

export const eventScenarios: Scenario[] = [...pages, ...actions, ...wizards];
