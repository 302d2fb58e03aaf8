import path from 'node:path';
import { demoSocieties } from '#models/testing/demo';
import { test } from '../support/visiting.js';
import { type Look, nameOf, type Visit } from '../support/visits.js';

const folder = path.resolve(import.meta.dirname, '../../docs/screens');
const { asked, shared } = demoSocieties;

const pages = {
  home: { name: 'the home page', who: 'member', path: '/' },
  societies: { name: 'the societies', who: 'member', path: '/societies' },
  society: { name: 'a society', who: 'member', path: `/societies/${shared.id}` },
  'join-requests': { name: 'the join requests', who: 'societyAdmin', path: `/societies/${asked.id}/join-requests` },
  login: { name: 'the login', who: 'visitor', path: '/login' },
  signup: { name: 'the sign-up', who: 'visitor', path: '/signup' },
} satisfies Record<string, Visit>;

const looks: Look[] = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'dark', width: 1440 },
  { language: 'ar', scheme: 'light', width: 1440 },
  { language: 'en', scheme: 'light', width: 390 },
  { language: 'ar', scheme: 'dark', width: 390 },
];

/** The first picture of all is the README's. */
const fileOf = (name: string, { scheme, language, width }: Look): string => {
  const file = `${name}-${scheme}-${language}-${width}.jpg`;
  return file === 'home-light-en-1440.jpg' ? 'home.png' : file;
};

for (const [name, visit] of Object.entries(pages)) {
  for (const look of looks) {
    test(nameOf(visit, look), async ({ visit: open }) => {
      const file = fileOf(name, look);
      const page = await open(visit, look);
      await page.screenshot({ path: path.join(folder, file), ...(file.endsWith('.jpg') ? { type: 'jpeg', quality: 80 } : {}) });
    });
  }
}
