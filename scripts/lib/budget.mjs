import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './commands.mjs';
import { say } from './say.mjs';

/**
 * @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest what Vite has built, by source
 * @typedef {{ path: string, source: string, texts: string[], also?: string[] }} Page
 * @typedef {{ path: string, modules: string[] }} RenderedPage
 */

/** The pages that most people open first: docs/quality.md holds them to a weight and a speed. */
export const busiestPages = ['/', '/events', '/societies', '/societies/:id'];

/** The most that a first visit of these may load before the page can be used, in bytes as sent. */
const most = 200_000;

/** Visitors' pages that the gateway renders, and what they may load of script before they are taken over. */
const visitorsPages = [...busiestPages, '/events/:id'];
const mostScript = 150_000;

/** Scripts and texts that the home page loads for a member besides its own script. */
const membersHome = {
  also: [
    'src/pages/home/member-home.tsx',
    'src/shell/member-links.tsx',
    'src/features/notifications/load-unread.tsx',
    'src/features/societies/membership.live.ts',
    'src/sync/last-seen.ts',
  ],
  texts: ['home', 'posts', 'cards', 'notifications'],
};

/** The texts that every page needs. */
const firstTexts = ['common', 'shell', 'errors'];

/**
 * The pages of the router, each with the script and the texts that it loads.
 * @param {string} router its source
 * @param {string} rarePages source of the list that the router loads later
 * @returns {Page[]}
 */
export function pagesOf(router, rarePages) {
  const load = /(\w+)(?: = page|: withTexts)\(\s*\(\) => import\('\.\/([^']+)'\)([^;:]*)\)/g;
  const loads = [router, rarePages].flatMap((source) => [...source.matchAll(load)]);
  return loads.flatMap(([, name, file, rest = '']) => {
    const texts = [...rest.matchAll(/'([^']+)'/g)].map(([, area = '']) => area);
    const paths = [...router.matchAll(new RegExp(`(?:path="|staffPage\\(')([^"']+)(?:"\\s+element=\\{|', )<${name} />`, 'g'))];
    return paths.map(([, at = '']) => ({ path: at, source: `src/${file}.tsx`, texts }));
  });
}

/** The pages of the app's router. */
export function routedPages() {
  const [router = '', rarePages = ''] = ['router.tsx', 'rare-pages.ts'].map((file) =>
    readFileSync(path.join(root, 'web/src', file), 'utf8'),
  );
  return pagesOf(router, rarePages);
}

/**
 * Everything that a chunk needs before it runs: itself, what it imports, and their styles.
 * @param {Manifest} manifest
 * @param {string[]} keys
 */
function filesOf(manifest, keys) {
  const files = new Set();
  const seen = new Set();
  /** @param {string} key */
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const each of chunk.imports ?? []) visit(each);
  };
  for (const key of keys) visit(key);
  return /** @type {Set<string>} */ (files);
}

/**
 * Modules of texts; the English ones of errors are the contract's.
 * @param {string} language
 * @param {string[]} areas
 */
const textsOf = (language, areas) => [
  ...[...firstTexts, ...areas].map((area) => `../models/texts/${language}/${area}.json`),
  ...(language === 'en' ? ['../models/contract/error-codes.ts'] : []),
];

/**
 * Bytes that the first visit of a page loads before it can be used: scripts, styles, and its texts in the larger language. Excludes
 * lazy loads after the first paint.
 * @param {Manifest} manifest
 * @param {Page} page
 * @param {(file: string) => number} sizeOf
 */
export function weigh(manifest, page, sizeOf) {
  const weights = ['en', 'ar'].map((language) => {
    const texts = textsOf(language, page.texts);
    const files = filesOf(manifest, ['index.html', page.source, ...(page.also ?? []), ...texts]);
    return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  });
  return Math.max(...weights);
}

/**
 * The pages that the gateway renders, each with the modules that a visitor's browser loads to take it over.
 * @param {string} specs source of the list
 * @returns {RenderedPage[]}
 */
export function renderedPagesOf(specs) {
  const page = /path: '([^']+)',\s+modules: \[([^\]]*)\]/g;
  /** @param {string} list */
  const named = (list) => [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  return [...specs.matchAll(page)].map(([, at = '', modules = '']) => ({ path: at, modules: named(modules) }));
}

/**
 * Bytes of script that a visitor's browser loads before it takes over a page that the gateway rendered: without its texts, which
 * are data.
 * @param {Manifest} manifest
 * @param {RenderedPage} page
 * @param {(file: string) => number} sizeOf
 */
export function weighScript(manifest, page, sizeOf) {
  const files = filesOf(manifest, ['index.html', 'src/sync/rendered-page.ts', ...page.modules]);
  return [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + sizeOf(file), 0);
}

/** The last build: its manifest, and the size of a file as sent. */
function builtApp() {
  const built = path.join(root, 'dist/web');
  const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8')));
  /** @param {string} file */
  const sent = (file) => {
    const whole = path.join(built, file);
    return statSync(existsSync(`${whole}.br`) ? `${whole}.br` : whole).size;
  };
  return { manifest, sent };
}

/** Bytes of script of the visitors' pages, in the last build. */
function scriptWeights() {
  const { manifest, sent } = builtApp();
  const specs = readFileSync(path.join(root, 'gateway/plugins/rendering/page-specs.ts'), 'utf8');
  return renderedPagesOf(specs).map((page) => ({ path: page.path, bytes: weighScript(manifest, page, sent) }));
}

/**
 * Bytes as sent of every page's first visit, in the last build.
 * @returns {{ path: string, bytes: number }[]}
 */
export function weights() {
  const { manifest, sent } = builtApp();
  const pages = routedPages().map((page) => (page.path === '/' ? { ...page, ...membersHome } : page));
  return pages.map((page) => ({ path: page.path, bytes: weigh(manifest, page, sent) }));
}

/** @param {number} bytes */
const inKB = (bytes) => `${String(Math.ceil(bytes / 1000)).padStart(5)} KB`;

/**
 * Faults in the weights of pages: one that is missing, or over the limit.
 * @param {{ path: string, bytes: number }[]} all
 * @param {string[]} paths
 * @param {number} limit
 * @param {string} what
 */
function faultsOf(all, paths, limit, what) {
  const missing = paths.filter((each) => !all.some(({ path: at }) => at === each));
  const over = all.filter(({ path: at, bytes }) => paths.includes(at) && bytes > limit);
  return [...missing.map((at) => `${at} is no page`), ...over.map(({ path: at }) => `${at} has over ${limit / 1000} KB of ${what}`)];
}

/**
 * Holds the built web app to its budget; says what every page weighs.
 * @returns {import('./counting.mjs').Count}
 */
export function checkBudget() {
  const all = weights();
  const scripts = scriptWeights();
  for (const { path: at, bytes } of all.toSorted((a, b) => b.bytes - a.bytes)) say(`${inKB(bytes)}  ${at}`);
  for (const { path: at, bytes } of scripts.toSorted((a, b) => b.bytes - a.bytes)) say(`${inKB(bytes)}  script of ${at} for visitors`);
  const wrong = [...faultsOf(all, busiestPages, most, 'first load'), ...faultsOf(scripts, visitorsPages, mostScript, 'script')];
  const checks = busiestPages.length + visitorsPages.length;
  return { passed: checks - wrong.length, failed: wrong.length, ...(wrong.length > 0 ? { why: wrong.join('; ') } : {}) };
}
