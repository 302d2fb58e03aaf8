import { demoSocieties } from '#models/testing/demo';
import { withRequest } from '../found.js';
import type { Visits } from '../visit.js';

const { asked, shared, closed } = demoSocieties;
const membersOf = (id: string): string => `/societies/${id}/members`;

export const societyPeopleVisits = {
  '/societies/:id/members': [
    { name: 'the members, to an admin', who: 'societyAdmin', path: membersOf(asked.id), picture: 'members' },
    { name: 'the members, to a member', who: 'member', path: membersOf(shared.id) },
    { name: 'the members of a private society, to an outsider', who: 'member', path: membersOf(closed.id) },
    { name: 'the members that no filter leaves', who: 'member', path: `${membersOf(shared.id)}?q=zzzzzz` },
  ],
  '/invitations': [
    { name: 'the own invitations', who: 'member', path: '/invitations', picture: 'invitations' },
    { name: 'the own invitations, with a sent request', who: 'societyAdmin', path: withRequest('/invitations') },
  ],
} satisfies Visits;
