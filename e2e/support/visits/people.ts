import { person } from '../found.js';
import type { Ask, DemoAccount, Visits } from '../visit.js';

const profileOf =
  (who: DemoAccount) =>
  async (ask: Ask): Promise<string> =>
    `/users/${await person(who)(ask)}`;

export const peopleVisits = {
  '/users/:id': [
    { name: "somebody's profile, to a visitor", who: 'visitor', path: profileOf('societyAdmin') },
    { name: "somebody's profile, to a member", who: 'member', path: profileOf('societyAdmin'), picture: 'profile' },
    { name: 'the own public profile', who: 'member', path: profileOf('member') },
    { name: 'a profile that is not there', who: 'member', path: `/users/${'0'.repeat(24)}`, refused: [404] },
  ],
} satisfies Visits;
