import { demoSocieties } from '#models/testing/demo';
import { anUpcomingEvent } from '../found.js';
import type { Ask, Visits } from '../visit.js';

const { shared, closed, hidden } = demoSocieties;
const posterOf = (id: string): string => `/societies/${id}/poster`;
const ownPoster = async (ask: Ask): Promise<string> => `/events/${await anUpcomingEvent(ask, { own: true })}/poster`;

export const posterVisits = {
  '/societies/:id/poster': [
    { name: "a society's poster, to its member", who: 'member', path: posterOf(shared.id), picture: 'society-poster' },
    { name: "a private society's poster, to an outsider", who: 'member', path: posterOf(closed.id) },
    { name: 'a poster of a society that one may not see', who: 'member', path: posterOf(hidden.id), refused: [404] },
  ],
  '/events/:id/poster': [
    { name: "an event's poster, to its organiser", who: 'societyAdmin', path: ownPoster, picture: 'event-poster' },
    { name: 'a poster of no event', who: 'member', path: `/events/${'0'.repeat(24)}/poster`, refused: [404] },
  ],
} satisfies Visits;
