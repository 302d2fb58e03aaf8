import { nameOf, type PageLook } from '../support/visit.js';
import { test } from '../support/visiting.js';
import { allVisits } from '../support/visits.js';
import { keep } from './keep.js';

const looks: PageLook[] = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'dark', width: 1440 },
  { language: 'ar', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'light', width: 390 },
];
/** The most used of all, and those with the work of admins and moderators, are also shown in the look that shares nothing with the first. */
const opposite: PageLook = { language: 'ar', scheme: 'dark', width: 390 };
const alsoOpposite = new Set([
  ...['home', 'home-visitor', 'event', 'login', 'notifications', 'recommendations', 'trending'],
  ...['requests', 'join-requests', 'society-reports', 'admin-reports', 'admin-support', 'tickets'],
]);

for (const visit of allVisits) {
  const { picture } = visit;
  if (picture === undefined) continue;
  for (const look of alsoOpposite.has(picture) ? [...looks, opposite] : looks) {
    test(nameOf(visit, look), async ({ visit: open }) => {
      await keep(picture, look, await open(visit, look));
    });
  }
}
