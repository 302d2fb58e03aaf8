import type { PagePath } from '#models/contract/pages';
import { demoSocieties } from '#models/testing/demo';

export type Who = 'visitor' | 'member' | 'societyAdmin';

/** A page as somebody opens it. */
export interface Visit {
  name: string;
  who: Who;
  path: string;
  /** The answers of our server that are not 2xx, and rightly so. */
  refused?: number[];
}

/** How a page is looked at. */
export interface Look {
  language: 'en' | 'ar';
  scheme: 'light' | 'dark';
  width: 1440 | 390;
}

const { asked, shared, closed, hidden } = demoSocieties;
const requestsOf = (id: string): string => `/societies/${id}/join-requests`;

/** Every page of the web app, as each of those who may open it finds it. */
export const visits: Record<PagePath, Visit[]> = {
  '/': [
    { name: 'the home page of a visitor', who: 'visitor', path: '/' },
    { name: 'the home page of a member', who: 'member', path: '/' },
    { name: 'the home page of a society admin', who: 'societyAdmin', path: '/' },
  ],
  '/login': [{ name: 'the login', who: 'visitor', path: '/login' }],
  '/signup': [{ name: 'the sign-up', who: 'visitor', path: '/signup' }],
  '/societies': [
    { name: 'the societies, to a visitor', who: 'visitor', path: '/societies' },
    { name: 'the societies, to a member', who: 'member', path: '/societies' },
  ],
  '/societies/:id': [
    { name: 'a society, to a visitor', who: 'visitor', path: `/societies/${shared.id}` },
    { name: 'a society, to its member', who: 'member', path: `/societies/${shared.id}` },
    { name: 'a society, to one who may join', who: 'member', path: `/societies/${asked.id}` },
    { name: 'a society, to its admin', who: 'societyAdmin', path: `/societies/${asked.id}` },
    { name: 'a private society, to an outsider', who: 'member', path: `/societies/${closed.id}` },
    { name: 'a society that one may not see', who: 'member', path: `/societies/${hidden.id}`, refused: [404] },
  ],
  '/societies/:id/join-requests': [
    { name: 'the join requests, to the admin', who: 'societyAdmin', path: requestsOf(asked.id) },
    { name: 'the join requests, to a member', who: 'member', path: requestsOf(shared.id) },
  ],
};

/** Where no page is. */
export const nowhere: Visit[] = [
  { name: 'no page, to a visitor', who: 'visitor', path: '/nowhere' },
  { name: 'no page, to a member', who: 'member', path: '/nowhere/at/all' },
];

const words = { en: 'English', ar: 'Arabic', 1440: 'desktop', 390: 'phone' };

/** A name of a cell, such as 'a society, to its member: Arabic, dark, phone'. */
export const nameOf = ({ name }: Visit, { language, scheme, width }: Look): string =>
  `${name}: ${words[language]}, ${scheme}, ${words[width]}`;

/** Every language × scheme × width. */
export const looks: Look[] = (['en', 'ar'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((scheme) => ([1440, 390] as const).map((width) => ({ language, scheme, width }))),
);
