import path from 'node:path';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { nameOf, type PageLook } from '../support/visit.js';
import { test } from '../support/visiting.js';
import { allVisits } from '../support/visits.js';

const folder = path.resolve(import.meta.dirname, '../../docs/screens');

const looks: PageLook[] = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'dark', width: 1440 },
  { language: 'ar', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'light', width: 390 },
];
/** The most used of all, and those with the work of admins and moderators, are also shown in the look that shares nothing with the first. */
const opposite: PageLook = { language: 'ar', scheme: 'dark', width: 390 };
const alsoOpposite = new Set([
  ...['home', 'event', 'login', 'recommendations', 'trending'],
  ...['requests', 'join-requests', 'society-reports', 'admin-reports', 'admin-support', 'tickets'],
]);

/** Size of a stored desktop picture; keeps all of them together small. */
const desktop = { width: 960, quality: 55 };

async function keep(name: string, { scheme, language, width }: PageLook, page: Page): Promise<void> {
  const picture = sharp(await page.screenshot());
  const file = path.join(folder, `${name}-${scheme}-${language}-${width}.webp`);
  await (width > desktop.width ? picture.clone().resize({ width: desktop.width }) : picture.clone())
    .webp({ quality: desktop.quality, effort: 6 })
    .toFile(file);
  // The first picture of all is the README's.
  if (name === 'home' && scheme === 'light' && language === 'en' && width === 1440)
    await picture.png({ palette: true }).toFile(path.join(folder, 'home.png'));
}

for (const visit of allVisits) {
  const { picture } = visit;
  if (picture === undefined) continue;
  for (const look of alsoOpposite.has(picture) ? [...looks, opposite] : looks) {
    test(nameOf(visit, look), async ({ visit: open }) => {
      await keep(picture, look, await open(visit, look));
    });
  }
}
