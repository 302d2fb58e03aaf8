import type { Visits } from '../visit.js';

export const homeVisits = {
  '/': [
    { name: 'the home page of a visitor', who: 'visitor', path: '/', picture: 'home-visitor' },
    { name: 'the home page of a member', who: 'member', path: '/', picture: 'home' },
    { name: 'the home page of a society admin', who: 'societyAdmin', path: '/' },
    { name: 'the home page of a platform admin', who: 'platformAdmin', path: '/' },
  ],
  '/search': [
    { name: 'a search', who: 'visitor', path: '/search?q=robot', picture: 'search' },
    { name: 'a search, to a member', who: 'member', path: '/search?query=the' },
    { name: 'a search that finds nothing', who: 'member', path: '/search?q=zzzzzz' },
    { name: 'a search for nothing', who: 'visitor', path: '/search' },
  ],
} satisfies Visits;
