import path from 'node:path';

/** The pages that most people open first: docs/quality.md holds them to a weight. */
const busiest = ['home', 'events', 'societies', 'society'].map((name) => path.resolve(import.meta.dirname, `src/pages/${name}-page.tsx`));
const sources = path.resolve(import.meta.dirname, '..');

interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; code: string | null } | null;
}

const isOwn = (id: string): boolean => id.startsWith(sources) && !id.includes('node_modules');

const iconFile = /@tabler\/icons-react\/.*\/(Icon\w+)\.m?js$/;
const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']@tabler\/icons-react["']/g;

/** The icons that a source names. Its import is of a list of all icons, so the graph does not tell. */
const iconsOf = (code: string): string[] => [...code.matchAll(iconImport)].flatMap(([, names = '']) => names.match(/\bIcon\w+/g) ?? []);

/** Every source of ours, and every icon, that is there when a page is, without what it loads later. */
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

/** One chunk for all that the same of the busiest pages have; null for the pages themselves, and for what none of them has. */
function sharedBy(id: string, graph: Graph): string | null {
  if (busiest.includes(id)) return null;
  const part = iconFile.exec(id)?.[1] ?? id;
  const pages = busiest.filter((page) => hasPart(page, part, graph)).map((page) => path.basename(page, '-page.tsx'));
  return pages.length > 1 ? `of-${pages.join('-')}` : null;
}

/**
 * What is loaded together is one file, because it compresses far better than in forty: the libraries of the first load, our own
 * part of it, and what the busiest pages have. Everything else is cut by itself.
 */
export const chunks = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 3 },
  // Not the service worker: that is one file.
  { name: 'first', tags: ['$initial' as const], test: /\/(web\/src|models)\//, priority: 2 },
  { name: sharedBy, debugName: 'busiest', priority: 1, includeDependenciesRecursively: false },
];
