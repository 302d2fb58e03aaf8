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

for (const [name, visit] of Object.entries(pages)) {
  for (const look of looks) {
    test(nameOf(visit, look), async ({ visit: open }) => {
      const page = await open(visit, look);
      const file = path.join(folder, `${name}-${look.scheme}-${look.language}-${look.width}.jpg`);
      await page.screenshot({ path: file, type: 'jpeg', quality: 80 });
    });
  }
}

test('the picture of the README', async ({ visit: open }) => {
  const page = await open(pages.home, { language: 'en', scheme: 'light', width: 1440 });
  await page.screenshot({ path: path.join(folder, 'home.png') });
});
