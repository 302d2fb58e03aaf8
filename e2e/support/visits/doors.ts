import { anOpenDoor, anUpcomingEvent } from '../found.js';
import type { Ask, Visits } from '../visit.js';

const own =
  (part: string) =>
  async (ask: Ask): Promise<string> =>
    `/events/${await anUpcomingEvent(ask, { own: true })}/${part}`;

const open = async (ask: Ask): Promise<string> => `/events/${await anOpenDoor(ask)}/door`;

export const doorVisits = {
  '/events/:id/attendees': [
    { name: 'who comes, to the organiser', who: 'societyAdmin', path: own('attendees'), picture: 'attendees' },
    { name: 'who comes, to a member', who: 'member', path: own('attendees'), refused: [403] },
  ],
  '/events/:id/check-in': [
    { name: 'the door, to the organiser', who: 'societyAdmin', path: own('check-in'), picture: 'check-in' },
    { name: 'the door, to a member', who: 'member', path: own('check-in'), refused: [403] },
  ],
  '/events/:id/door': [
    { name: 'the door screen, to the organiser', who: 'societyAdmin', path: open, picture: 'door' },
    { name: 'the door screen, to a member', who: 'member', path: own('door'), refused: [403] },
  ],
  '/events/:id/here': [{ name: 'checking oneself in', who: 'member', path: own('here'), picture: 'here' }],
} satisfies Visits;
