import { expect, test } from 'vitest';
import { routedPages } from '../lib/budget.mjs';
import { type SourceFile, sources } from './sources.js';

const byPath = new Map(sources.filter(({ isTest }) => !isTest).map((source) => [source.path.replace(/\.tsx?$/, ''), source]));

/** Areas of texts that a source names: in `useTranslation`, as the prefix of a key, or as `ns`. */
const areasIn = ({ text }: SourceFile): string[] => [
  ...[...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, list = '']) => list.match(/[\w-]+/g) ?? []),
  ...[...text.matchAll(/(?:ns: ')([\w-]+)'|['`]([\w-]+):[\w$]/g)].map(([, named, prefix]) => named ?? prefix ?? ''),
];

/** Areas that a page and all that it imports name, its lazy parts included. */
function areasOf(page: string): Set<string> {
  const seen = new Set<string>();
  const areas = new Set<string>();
  const visit = (id: string): void => {
    const source = byPath.get(id);
    if (!source || seen.has(id)) return;
    seen.add(id);
    for (const area of areasIn(source)) areas.add(area);
    for (const { to } of source.imports) visit(to);
  };
  visit(page);
  return areas;
}

test('a page loads only texts that it uses', () => {
  const pages = routedPages();
  expect(pages.length).toBeGreaterThan(40);
  const unused = pages.flatMap(({ path: at, source, texts }) => {
    const used = areasOf(`web/${source.replace(/\.tsx$/, '')}`);
    return texts.filter((area) => !used.has(area)).map((area) => `${at}: ${area}`);
  });
  expect(unused).toEqual([]);
});
