import path from 'node:path';
import { type Look, nameOf } from '../support/visit.js';
import { test } from '../support/visiting.js';
import { allVisits } from '../support/visits.js';

const folder = path.resolve(import.meta.dirname, '../../docs/screens');

const looks: Look[] = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'dark', width: 1440 },
  { language: 'ar', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'light', width: 390 },
];
/** The most used of all are also shown in the look that shares nothing with the first. */
const opposite: Look = { language: 'ar', scheme: 'dark', width: 390 };
const alsoOpposite = new Set(['home', 'event', 'login']);

/** The first picture of all is the README's. */
const fileOf = (name: string, { scheme, language, width }: Look): string => {
  const file = `${name}-${scheme}-${language}-${width}.jpg`;
  return file === 'home-light-en-1440.jpg' ? 'home.png' : file;
};

for (const visit of allVisits) {
  const { picture } = visit;
  if (picture === undefined) continue;
  for (const look of alsoOpposite.has(picture) ? [...looks, opposite] : looks) {
    test(nameOf(visit, look), async ({ visit: open }) => {
      const file = fileOf(picture, look);
      const page = await open(visit, look);
      await page.screenshot({ path: path.join(folder, file), ...(file.endsWith('.jpg') ? { type: 'jpeg', quality: 60 } : {}) });
    });
  }
}
