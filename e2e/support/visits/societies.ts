import { demoSocieties } from '#models/testing/demo';
import type { Visits } from '../visit.js';

const { asked, shared, closed, hidden } = demoSocieties;
const requestsOf = (id: string): string => `/societies/${id}/join-requests`;

export const societyVisits = {
  '/societies': [
    { name: 'the societies, to a visitor', who: 'visitor', path: '/societies' },
    { name: 'the societies, to a member', who: 'member', path: '/societies', picture: 'societies' },
  ],
  '/societies/:id': [
    { name: 'a society, to a visitor', who: 'visitor', path: `/societies/${shared.id}` },
    { name: 'a society, to its member', who: 'member', path: `/societies/${shared.id}`, picture: 'society' },
    { name: 'a society, to one who may join', who: 'member', path: `/societies/${asked.id}` },
    { name: 'a society, to its admin', who: 'societyAdmin', path: `/societies/${asked.id}` },
    { name: 'a private society, to an outsider', who: 'member', path: `/societies/${closed.id}` },
    { name: 'a society that one may not see', who: 'member', path: `/societies/${hidden.id}`, refused: [404] },
  ],
  '/societies/:id/join-requests': [
    { name: 'the join requests, to the admin', who: 'societyAdmin', path: requestsOf(asked.id), picture: 'join-requests' },
    { name: 'the join requests, to a member', who: 'member', path: requestsOf(shared.id) },
  ],
} satisfies Visits;
