import { demoSocieties } from '#models/testing/demo';
import { inspect } from '../support/inspect.js';
import { nameOf, type PageLook, type Visit } from '../support/visit.js';
import { test } from '../support/visiting.js';

/** Two cells of what `npm run test:all` looks at whole: each scheme, language and width once. */
const cells: [Visit, PageLook][] = [
  [
    { name: 'the home page', who: 'member', path: '/' },
    { language: 'en', scheme: 'light', width: 1440 },
  ],
  [
    { name: 'a society', who: 'member', path: `/societies/${demoSocieties.shared.id}` },
    { language: 'ar', scheme: 'dark', width: 390 },
  ],
];

for (const [visit, look] of cells) {
  test(`nothing is wrong with ${nameOf(visit, look)}`, async ({ visit: open }) => {
    await inspect(await open(visit, look), look);
  });
}
