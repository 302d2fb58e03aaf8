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

/** All own sources and icons that a page imports statically. */
function partsOf(page: Page, graph: Graph): Set<string> {
  const parts = new Set<string>();
  const visit = (id: string): void => {
    if (!isOwn(id) || parts.has(id)) return;
    parts.add(id);
    const source = graph.getModuleInfo(id);
    for (const icon of iconsOf(source?.code ?? '')) parts.add(icon);
    for (const each of source?.importedIds ?? []) visit(each);
  };
  visit(moduleOf(page));
  return parts;
}

const partsByPage = new Map<Page, Set<string>>();
const hasPart = (page: Page, id: string, graph: Graph): boolean => {
  const parts = partsByPage.get(page) ?? partsOf(page, graph);
  partsByPage.set(page, parts);
  return parts.has(id);
};

/** Small parts of many pages: within the chunk of a busy page, the others would load all of it. */
const everywhere = /\/components\/(notice|thing-gate|card-list)\.tsx$/;

/** Chunk name for modules used by the same busiest pages; null for the pages themselves and for all other modules. */
function sharedBy(id: string, graph: Graph): string | null {
  if (pages.has(id) || everywhere.test(id)) return null;
  const part = iconFile.exec(id)?.[1] ?? id;
  const users = busiest.filter((page) => hasPart(page, part, graph));
  return users.length > 0 ? `of-${users.map((page) => letters[page]).join('')}` : null;
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
