import { demoSocieties } from '#models/testing/demo';
import { aMeeting, anUpcomingEvent } from '../found.js';
import type { Ask, Visits } from '../visit.js';

const { asked, shared } = demoSocieties;
const event = async (ask: Ask): Promise<string> => `/events/${await anUpcomingEvent(ask)}`;
const ownEvent = async (ask: Ask): Promise<string> => `/events/${await anUpcomingEvent(ask, { own: true })}`;

const meeting = async (ask: Ask): Promise<string> => `/events/${await aMeeting(ask)}`;

export const eventVisits = {
  '/events/:id': [
    { name: 'an event, to a visitor', who: 'visitor', path: event },
    { name: 'an event, to a member', who: 'member', path: event, picture: 'event' },
    { name: 'an event, to its organiser', who: 'societyAdmin', path: ownEvent },
    { name: 'a meeting of a series, to a member', who: 'member', path: meeting },
    { name: 'a meeting of a series, to its organiser', who: 'societyAdmin', path: meeting },
    { name: 'an event that is not there', who: 'visitor', path: `/events/${'0'.repeat(24)}`, refused: [404] },
  ],
  '/events/:id/edit': [
    {
      name: 'an event to edit',
      who: 'societyAdmin',
      path: async (ask) => `${await ownEvent(ask)}/edit`,
      picture: 'event-edit',
    },
    { name: 'an event to edit, to a member', who: 'member', path: async (ask) => `${await ownEvent(ask)}/edit` },
  ],
  '/societies/:id/events/new': [
    { name: 'a new event, to an admin', who: 'societyAdmin', path: `/societies/${asked.id}/events/new`, picture: 'event-new' },
    {
      name: 'a copy of an event',
      who: 'societyAdmin',
      path: async (ask) => `/societies/${asked.id}/events/new?copy=${await aMeeting(ask)}`,
    },
    { name: 'a new event, to a member', who: 'member', path: `/societies/${shared.id}/events/new` },
  ],
} satisfies Visits;
