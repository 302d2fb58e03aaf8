import path from 'node:path';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import type { PageLook } from '../support/visit.js';

const folder = path.resolve(import.meta.dirname, '../../docs/screens');

/** Size of a stored desktop picture; keeps all of them together small. */
const desktop = { width: 960, quality: 45 };

/** Keeps a picture of what the page shows now in docs/screens. */
export async function keep(name: string, { scheme, language, width }: PageLook, page: Page): Promise<void> {
  const picture = sharp(await page.screenshot());
  const file = path.join(folder, `${name}-${scheme}-${language}-${width}.webp`);
  await (width > desktop.width ? picture.clone().resize({ width: desktop.width }) : picture.clone())
    .webp({ quality: desktop.quality, effort: 6 })
    .toFile(file);
  // The first picture of all is the README's.
  if (name === 'home' && scheme === 'light' && language === 'en' && width === 1440)
    await picture.png({ palette: true }).toFile(path.join(folder, 'home.png'));
}
