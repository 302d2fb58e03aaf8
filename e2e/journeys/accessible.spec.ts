import { demoSocieties } from '#models/testing/demo';
import { inspect } from '../support/inspect.js';
import { nameOf, type PageLook, type Visit } from '../support/visit.js';
import { test } from '../support/visiting.js';

/** A few cells of what `npm run test:all` looks at whole: each page, scheme, language and width at least once. */
const cells: [Visit, PageLook][] = [
  [
    { name: 'the home page', who: 'member', path: '/' },
    { language: 'en', scheme: 'light', width: 1440 },
  ],
  [
    { name: 'a society', who: 'member', path: `/societies/${demoSocieties.shared.id}` },
    { language: 'ar', scheme: 'dark', width: 390 },
  ],
  [
    { name: 'the join requests', who: 'societyAdmin', path: `/societies/${demoSocieties.asked.id}/join-requests` },
    { language: 'en', scheme: 'light', width: 390 },
  ],
  [
    { name: 'the societies', who: 'visitor', path: '/societies' },
    { language: 'ar', scheme: 'light', width: 1440 },
  ],
  [
    { name: 'the login', who: 'visitor', path: '/login' },
    { language: 'en', scheme: 'dark', width: 1440 },
  ],
  [
    { name: 'the sign-up', who: 'visitor', path: '/signup' },
    { language: 'ar', scheme: 'light', width: 390 },
  ],
];

for (const [visit, look] of cells) {
  test(`nothing is wrong with ${nameOf(visit, look)}`, async ({ visit: open }) => {
    await inspect(await open(visit, look), look);
  });
}
