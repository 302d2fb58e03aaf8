import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Most visited pages; docs/quality.md sets their size budget. */
const busiest = ['home', 'member-home', 'events', 'event', 'societies', 'society'] as const;
type Page = (typeof busiest)[number];
/** Short, since every page loads the list of all file names. */
const letters: Record<Page, string> = { home: 'h', 'member-home': 'm', events: 'e', event: 'v', societies: 's', society: 'y' };
const fileOf = (page: Page): string => (page === 'member-home' ? 'pages/home/member-home.tsx' : `pages/${page}-page.tsx`);
const moduleOf = (page: Page): string => path.resolve(import.meta.dirname, 'src', fileOf(page));
const pages = new Set(busiest.map(moduleOf));
const sources = path.resolve(import.meta.dirname, '..');

interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; code: string | null } | null;
}

const isOwn = (id: string): boolean => id.startsWith(sources) && !id.includes('node_modules');

const iconFile = /@tabler\/icons-react\/.*\/(Icon\w+)\.m?js$/;
const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']@tabler\/icons-react["']/g;

/** Icons that a source imports. The package exports all icons from one file, so the module graph does not show them. */
const iconsOf = (code: string): string[] => [...code.matchAll(iconImport)].flatMap(([, names = '']) => names.match(/\bIcon\w+/g) ?? []);

/** All own sources and icons that a page's module imports statically. */
function partsOf(page: string, graph: Graph): Set<string> {
  const parts = new Set<string>();
  const visit = (id: string): void => {
    if (!isOwn(id) || parts.has(id)) return;
    parts.add(id);
    const source = graph.getModuleInfo(id);
    for (const icon of iconsOf(source?.code ?? '')) parts.add(icon);
    for (const each of source?.importedIds ?? []) visit(each);
  };
  visit(page);
  return parts;
}

const partsByPage = new Map<string, Set<string>>();
const hasPart = (page: string, id: string, graph: Graph): boolean => {
  const parts = partsByPage.get(page) ?? partsOf(page, graph);
  partsByPage.set(page, parts);
  return parts.has(id);
};

/** Modules of all other pages. */
const otherPages = readdirSync(path.join(import.meta.dirname, 'src/pages'))
  .filter((file) => file.endsWith('-page.tsx'))
  .map((file) => path.resolve(import.meta.dirname, 'src/pages', file))
  .filter((file) => !pages.has(file));
/**
 * How many other pages show the same things as one of the busiest, and so use its parts: posts on four, a society on eight. A module
 * that more pages use is not bundled with these parts, or the rest would load all of them.
 */
const mostRelated = (page: Page): number => (page === 'member-home' ? 4 : 8);

/** Small parts and icons of many pages, with their styles: within the chunk of a busy page, the others would load all of it. */
const everywhere = new Set([
  'models/contract/comments',
  'models/contract/event-choices',
  'web/src/components/busy-button',
  'web/src/components/card-list',
  'web/src/components/event-names',
  'web/src/components/notice',
  'web/src/components/tabs',
  'web/src/components/thing-gate',
  'web/src/components/ticket-shape',
  'web/src/features/events/event-page/event-gate',
  'web/src/features/events/event-page/event-page',
  'web/src/features/events/event-page/event-states',
  'web/src/features/societies/membership',
  'web/src/features/societies/own-societies',
  'web/src/lib/draft-storage',
  'web/src/lib/drafts',
  'web/src/lib/picture-types',
  'IconPhoto',
]);
const isEverywhere = (id: string): boolean =>
  everywhere.has(iconFile.exec(id)?.[1] ?? id.slice(sources.length + 1).replace(/(\.module)?\.(tsx?|css)$/, ''));

/**
 * Merges the groups of modules that a member's home page and an event both need, or that page and the list of societies, since each
 * file less saves some hundred bytes. Those that a visitor's home page or a society needs, too, stay apart from those that it does not.
 */
function mergedUsers(users: readonly Page[]): readonly Page[] {
  if (!users.includes('member-home')) return users;
  const other = (['home', 'society'] as const).find((page) => users.includes(page));
  if (users.includes('event')) return other ? ['member-home', 'event', other] : ['member-home', 'event'];
  return !other && users.includes('societies') ? ['member-home', 'events', 'societies'] : users;
}

/** Chunk name for modules used by the same busiest pages, and by many others or not; null for the pages themselves and the rest. */
function sharedBy(id: string, graph: Graph): string | null {
  if (pages.has(id) || isEverywhere(id)) return null;
  const icon = iconFile.exec(id)?.[1];
  const part = icon ?? id;
  const users = mergedUsers(busiest.filter((page) => hasPart(moduleOf(page), part, graph)));
  const [user, ...others] = users;
  if (!user) return null;
  const name = `of-${users.map((page) => letters[page]).join('')}`;
  if (others.length > 0) return name;
  const count = otherPages.filter((page) => hasPart(page, part, graph)).length;
  if (count > (icon ? 0 : mostRelated(user))) return `${name}o`;
  // Parts of a post, apart from those of the feed: other pages show posts without it.
  return user === 'member-home' && count > 1 ? `${name}p` : name;
}

/**
 * Bundles what is loaded together, since one file compresses far better than forty: the libraries of the first load, our own code
 * of the first load, and modules that the same busiest pages use. The bundler splits everything else.
 */
export const chunks = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 3 },
  // Excludes the service worker, which must be one file.
  { name: 'first', tags: ['$initial' as const], test: /\/(web\/src|models)\//, priority: 2 },
  { name: sharedBy, debugName: 'busiest', priority: 1, includeDependenciesRecursively: false },
];
