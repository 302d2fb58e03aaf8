import { demoSocieties } from '#models/testing/demo';
import type { Visits } from '../visit.js';

const { asked, shared, closed } = demoSocieties;
const eventsOf = (id: string): string => `/societies/${id}/events`;

export const eventsVisits = {
  '/events': [
    { name: 'the events, to a visitor', who: 'visitor', path: '/events' },
    { name: 'the events, to a member', who: 'member', path: '/events', picture: 'events' },
    { name: 'the events that a filter leaves', who: 'member', path: '/events?category=Workshop&when=thisMonth&sort=title' },
    { name: 'the events that no filter leaves', who: 'visitor', path: '/events?q=zzzzzz' },
  ],
  '/societies/:id/events': [
    { name: "a society's events, to a visitor", who: 'visitor', path: eventsOf(shared.id) },
    { name: "a society's events, to its member", who: 'member', path: eventsOf(shared.id), picture: 'society-events' },
    { name: "a society's events, to its admin", who: 'societyAdmin', path: eventsOf(asked.id) },
    { name: "a private society's events, to an outsider", who: 'member', path: eventsOf(closed.id) },
  ],
  '/my-societies': [
    { name: 'the own societies of a member', who: 'member', path: '/my-societies' },
    { name: 'the own societies of an admin', who: 'societyAdmin', path: '/my-societies', picture: 'my-societies' },
  ],
} satisfies Visits;
