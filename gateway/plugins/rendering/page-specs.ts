import type { PagePath } from '#models/contract/pages';
import { roomOf } from '#models/contract/rooms';

/** A page that the gateway renders for visitors. */
export interface PageSpec {
  path: PagePath;
  /** Modules of `web/` that the page shows at first: their styles are linked in it, and their scripts loaded with it. */
  modules: readonly string[];
  /** Modules of `web/` that are on it, too, and taken over later: only their styles are linked. */
  later?: readonly string[];
  /** Texts of these modules, besides those of every page. */
  texts: readonly string[];
  /** Rooms of lists on the page: a message in one of them may change it. Rooms of its things follow from its data. */
  rooms: readonly string[];
}

const events = roomOf('events');
const societies = roomOf('societies');

/** Every page that is rendered; the others are the app's shell. */
export const pageSpecs: readonly PageSpec[] = [
  {
    path: '/',
    modules: ['src/pages/home-page.tsx'],
    later: ['src/features/events/upcoming-card.tsx', 'src/features/societies/societies-card.tsx'],
    texts: ['home', 'posts', 'cards', 'notifications', 'events', 'societies'],
    rooms: [events, societies],
  },
  { path: '/about', modules: ['src/pages/about-page.tsx'], texts: ['about'], rooms: [] },
  { path: '/terms', modules: ['src/pages/terms-page.tsx'], texts: ['terms'], rooms: [] },
  { path: '/privacy', modules: ['src/pages/privacy-page.tsx'], texts: ['privacy'], rooms: [] },
  { path: '/login', modules: ['src/pages/login-page.tsx'], texts: ['auth'], rooms: [] },
  { path: '/signup', modules: ['src/pages/signup-page.tsx'], texts: ['auth'], rooms: [] },
  {
    path: '/events',
    modules: ['src/pages/events-page.tsx'],
    later: ['src/features/events/event-filter-bar.tsx', 'src/features/events/event-calendar.tsx'],
    texts: ['events'],
    rooms: [events],
  },
  {
    path: '/events/:id',
    modules: ['src/pages/event-page.tsx'],
    later: ['src/features/events/event-page/later-cards.ts', 'src/components/linked-text.tsx'],
    texts: ['events', 'event'],
    rooms: [],
  },
  {
    path: '/posts/:id',
    modules: ['src/pages/post-page.tsx'],
    later: ['src/features/trending/trending-card.tsx', 'src/components/linked-text.tsx'],
    texts: ['posts', 'cards'],
    rooms: [],
  },
  { path: '/societies', modules: ['src/pages/societies-page.tsx'], texts: ['societies'], rooms: [societies] },
  {
    path: '/societies/:id',
    modules: ['src/pages/society-page.tsx'],
    later: [
      'src/pages/society-posts.tsx',
      'src/features/events/society-plans.ts',
      'src/features/societies/about-card.tsx',
      'src/features/societies/reply-time.tsx',
      'src/components/linked-text.tsx',
    ],
    texts: ['societies', 'posts', 'events', 'society'],
    rooms: [],
  },
];

const matchers = pageSpecs.map((page) => ({ page, regex: new RegExp(`^${page.path.replace(':id', '[0-9a-f]{24}')}$`) }));

/** The rendered page at a path, without a query. */
export const pageOf = (path: string): PageSpec | null => matchers.find(({ regex }) => regex.test(path))?.page ?? null;
