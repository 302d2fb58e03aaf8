import { demoSocieties } from '#models/testing/demo';
import { inspect } from '../support/inspect.js';
import { nameOf, type PageLook, type Visit } from '../support/visit.js';
import { test } from '../support/visiting.js';

/** The look that most differs from the one that pages are written in; `e2e/screens` has every page in every look. */
const look: PageLook = { language: 'ar', scheme: 'dark', width: 390 };
const visits: Visit[] = [
  { name: 'a society', who: 'member', path: `/societies/${demoSocieties.shared.id}` },
  { name: 'the home page of a member', who: 'member', path: '/' },
];

for (const visit of visits) {
  test(`nothing is wrong with ${nameOf(visit, look)}`, async ({ visit: open }) => {
    await inspect(await open(visit, look), look);
  });
}
