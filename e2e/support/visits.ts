import { type PagePath, pages } from '#models/contract/pages';
import type { Visit } from './visit.js';
import { accountVisits } from './visits/account.js';
import { doorVisits } from './visits/doors.js';
import { eventVisits } from './visits/event.js';
import { eventsVisits } from './visits/events.js';
import { helpVisits } from './visits/help.js';
import { homeVisits } from './visits/home.js';
import { peopleVisits } from './visits/people.js';
import { posterVisits } from './visits/posters.js';
import { postVisits } from './visits/posts.js';
import { societyVisits } from './visits/societies.js';
import { figureVisits } from './visits/societies-figures.js';
import { societyPeopleVisits } from './visits/societies-people.js';

/** Every page of the web app, as each of those who may open it finds it. */
export const visits: Record<PagePath, Visit[]> = {
  ...homeVisits,
  ...accountVisits,
  ...postVisits,
  ...eventsVisits,
  ...eventVisits,
  ...doorVisits,
  ...posterVisits,
  ...peopleVisits,
  ...societyVisits,
  ...figureVisits,
  ...societyPeopleVisits,
  ...helpVisits,
};

/** A path without a page. */
const nowhere: Visit[] = [
  { name: 'no page, to a visitor', who: 'visitor', path: '/nowhere', picture: 'not-found' },
  { name: 'no page, to a member', who: 'member', path: '/nowhere/at/all' },
];

export const allVisits: Visit[] = [...pages.flatMap((path) => visits[path]), ...nowhere];
