import { demoSocieties } from '#models/testing/demo';
import { inspect } from '../support/inspect.js';
import { nameOf, type PageLook, type Visit } from '../support/visit.js';
import { test } from '../support/visiting.js';

// Its name puts it behind offline.spec.ts, which takes longest: Playwright begins files by name.
/** The look that most differs from the one that pages are written in; `e2e/screens` has every page in every look. */
const look: PageLook = { language: 'ar', scheme: 'dark', width: 390 };
const society: Visit = { name: 'a society', who: 'member', path: `/societies/${demoSocieties.shared.id}` };
/** Pages whose links and buttons are also measured. */
const measured: Visit[] = [
  { name: 'the home page of a member', who: 'member', path: '/' },
  { name: 'the notifications', who: 'member', path: '/notifications' },
  { name: 'what trends', who: 'member', path: '/trending' },
];

test(`nothing is wrong with ${nameOf(society, look)}`, async ({ visit: open }) => {
  await inspect(await open(society, look), look);
});

for (const visit of measured) {
  test(`nothing is wrong with ${nameOf(visit, look)}, and fingers hit every target`, async ({ visit: open }) => {
    await inspect(await open(visit, look), look, { hasTargets: true });
  });
}
