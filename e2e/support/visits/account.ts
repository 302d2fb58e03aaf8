import type { Visits } from '../visit.js';

const unknownToken = 'A'.repeat(43);

export const accountVisits = {
  '/login': [{ name: 'the login', who: 'visitor', path: '/login', picture: 'login' }],
  '/signup': [{ name: 'the sign-up', who: 'visitor', path: '/signup', picture: 'signup' }],
  '/forgot-password': [{ name: 'a forgotten password', who: 'visitor', path: '/forgot-password', picture: 'forgot-password' }],
  '/reset-password': [
    { name: 'a new password', who: 'visitor', path: `/reset-password?token=${unknownToken}`, picture: 'reset-password' },
    { name: 'a new password, without a token', who: 'visitor', path: '/reset-password' },
  ],
  '/verify-email': [
    {
      name: 'an address to verify, by an old link',
      who: 'visitor',
      path: `/verify-email?token=${unknownToken}`,
      refused: [400],
      picture: 'verify-email',
    },
  ],
  '/undo-email': [
    { name: 'a change of the address to undo', who: 'visitor', path: `/undo-email?token=${unknownToken}` },
    { name: 'a change of the address to undo, without a token', who: 'visitor', path: '/undo-email' },
  ],
  '/account': [
    { name: 'the own profile', who: 'member', path: '/account', picture: 'account' },
    { name: 'the own settings for notifications', who: 'member', path: '/account?tab=notifications', picture: 'account-notifications' },
    { name: 'the own settings for privacy', who: 'member', path: '/account?tab=privacy', picture: 'account-privacy' },
    { name: 'the own sessions', who: 'member', path: '/account?tab=security', picture: 'account-security' },
    { name: 'the own data', who: 'member', path: '/account?tab=data', picture: 'account-data' },
  ],
} satisfies Visits;
