import { demoSocieties } from '#models/testing/demo';
import type { Visits } from '../visit.js';

const { asked, shared, closed, hidden } = demoSocieties;
const requestsOf = (id: string): string => `/societies/${id}/join-requests`;
const settingsOf = (id: string): string => `/societies/${id}/settings`;

export const societyVisits = {
  '/societies': [
    { name: 'the societies, to a visitor', who: 'visitor', path: '/societies' },
    { name: 'the societies, to a member', who: 'member', path: '/societies', picture: 'societies' },
  ],
  '/societies/new': [{ name: 'a new society', who: 'member', path: '/societies/new', picture: 'new-society' }],
  '/societies/:id': [
    { name: 'a society, to a visitor', who: 'visitor', path: `/societies/${shared.id}`, picture: 'society-visitor' },
    { name: 'a society, to its member', who: 'member', path: `/societies/${shared.id}`, picture: 'society' },
    { name: 'a society, to one who may join', who: 'member', path: `/societies/${asked.id}` },
    { name: 'a society, to its admin', who: 'societyAdmin', path: `/societies/${asked.id}` },
    { name: 'a society as its visitors see it, to its admin', who: 'societyAdmin', path: `/societies/${asked.id}?as=visitor` },
    { name: 'a private society, to an outsider', who: 'member', path: `/societies/${closed.id}` },
    { name: 'a society that one may not see', who: 'member', path: `/societies/${hidden.id}`, refused: [404] },
  ],
  '/societies/:id/join-requests': [
    { name: 'the join requests, to the admin', who: 'societyAdmin', path: requestsOf(asked.id), picture: 'join-requests' },
    { name: 'the join requests, to a member', who: 'member', path: requestsOf(shared.id) },
  ],
  '/requests': [
    { name: 'the requests desk, to an admin', who: 'societyAdmin', path: '/requests', picture: 'requests' },
    { name: 'the requests desk, to a member', who: 'member', path: '/requests' },
  ],
  '/societies/:id/settings': [
    { name: 'the settings, to the admin', who: 'societyAdmin', path: settingsOf(asked.id), picture: 'society-settings' },
    { name: 'who may do what, to the admin', who: 'societyAdmin', path: `${settingsOf(asked.id)}?section=permissions` },
    { name: 'the history, to the admin', who: 'societyAdmin', path: `${settingsOf(asked.id)}?section=history` },
    { name: 'the danger zone, to the admin', who: 'societyAdmin', path: `${settingsOf(asked.id)}?section=danger` },
    { name: 'the settings, to a member', who: 'member', path: settingsOf(shared.id) },
  ],
} satisfies Visits;
