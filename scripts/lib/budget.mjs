import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './commands.mjs';
import { say } from './say.mjs';

/**
 * @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk
 * @typedef {Record<string, Chunk>} Manifest what Vite has built, by source
 * @typedef {{ path: string, source: string, texts: string[] }} Page
 */

/** The pages that most people open first: docs/quality.md holds them to a weight and a speed. */
export const busiestPages = ['/', '/events', '/societies', '/societies/:id'];

/** The most that a first visit of these may load before the page can be used, in bytes as sent. */
const most = 200_000;

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
    const paths = [...router.matchAll(new RegExp(`path="([^"]+)"\\s+element=\\{<${name} />\\}`, 'g'))];
    return paths.map(([, at = '']) => ({ path: at, source: `src/${file}.tsx`, texts }));
  });
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
 * Bytes that the first visit of a page loads before it can be used: scripts, styles, and its texts in the larger language. Excludes
 * lazy loads after the first paint.
 * @param {Manifest} manifest
 * @param {Page} page
 * @param {(file: string) => number} sizeOf
 */
export function weigh(manifest, page, sizeOf) {
  const weights = ['en', 'ar'].map((language) => {
    const texts = [...firstTexts, ...page.texts].map((area) => `../models/texts/${language}/${area}.json`);
    const files = filesOf(manifest, ['index.html', page.source, ...texts]);
    return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  });
  return Math.max(...weights);
}

/**
 * Bytes as sent of every page's first visit, in the last build.
 * @returns {{ path: string, bytes: number }[]}
 */
export function weights() {
  const built = path.join(root, 'dist/web');
  const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(path.join(built, '.vite/manifest.json'), 'utf8')));
  /** @param {string} file */
  const sent = (file) => {
    const whole = path.join(built, file);
    return statSync(existsSync(`${whole}.br`) ? `${whole}.br` : whole).size;
  };
  const [router = '', rarePages = ''] = ['router.tsx', 'rare-pages.ts'].map((file) =>
    readFileSync(path.join(root, 'web/src', file), 'utf8'),
  );
  const pages = pagesOf(router, rarePages);
  return pages.map((page) => ({ path: page.path, bytes: weigh(manifest, page, sent) }));
}

/**
 * Holds the built web app to its budget; says what every page weighs.
 * @returns {import('./counting.mjs').Count}
 */
export function checkBudget() {
  const all = weights();
  for (const { path: at, bytes } of all.toSorted((a, b) => b.bytes - a.bytes))
    say(`${String(Math.ceil(bytes / 1000)).padStart(5)} KB  ${at}`);
  const missing = busiestPages.filter((each) => !all.some(({ path: at }) => at === each));
  const over = all.filter(({ path: at, bytes }) => busiestPages.includes(at) && bytes > most).map(({ path: at }) => at);
  const wrong = [...missing.map((at) => `${at} is no page`), ...over.map((at) => `${at} is over ${most / 1000} KB`)];
  return { passed: busiestPages.length - wrong.length, failed: wrong.length, ...(wrong.length > 0 ? { why: wrong.join('; ') } : {}) };
}
