import { describe, expect, it } from 'vitest';
import { type ImportRow, rows, testsToo, webTestsToo } from './import-table.js';
import { type Import, type SourceFile, sources } from './sources.js';

/** A name that ends in a slash is a folder; any other is one file without its ending, or a package. */
const matches = (names: string[], to: string): boolean =>
  names.some((name) => (name.endsWith('/') ? to.startsWith(name) : to === name || to === `${name}.test`));

const matchesPackage = (names: string[], to: string): boolean => names.some((name) => to === name || to.startsWith(`${name}/`));

const featureOf = (file: string): string | undefined => /^(?:gateway|web\/src)\/features\/[^/]+\//.exec(file)?.[0];

const isOfAnotherFeature = (source: SourceFile, to: string): boolean => {
  const [from, other] = [featureOf(source.path), featureOf(to)];
  return from !== undefined && other !== undefined && from !== other;
};

function isAllowed(row: ImportRow, source: SourceFile, { to, kind, isType }: Import): boolean {
  if (kind === 'node') return source.isTest || row.node;
  if (kind === 'package')
    return (
      source.isTest || row.packages === undefined || matchesPackage(row.packages, to) || (isType && matchesPackage(row.packageTypes, to))
    );
  const isOwn = matches(row.own, to) && !matches(row.notOwn, to);
  if (!isOfAnotherFeature(source, to) && (isOwn || (isType && matches(row.ownTypes, to)))) return true;
  if (!source.isTest || source.path.startsWith('e2e/')) return false;
  return matches(source.path.startsWith('web/') ? webTestsToo : testsToo, to);
}

const rowOf = (source: SourceFile): ImportRow | undefined => rows.find((row) => matches([row.files], source.path.replace(/\.tsx?$/, '')));

describe('the import table of docs/architecture.md', () => {
  it('has a row for every source', () => {
    const homeless = sources.filter((source) => source.path.includes('/') && rowOf(source) === undefined);
    expect(homeless.map((source) => source.path)).toEqual([]);
  });

  it.each(rows.map((row) => [row.name, row] as const))('%s imports what it may', { tags: ['generated'] }, (_name, row) => {
    const wrong = sources
      .filter((source) => rowOf(source) === row)
      .flatMap((source) =>
        source.imports.filter((each) => !isAllowed(row, source, each)).map((each) => `${source.path} imports ${each.to}`),
      );
    expect(wrong).toEqual([]);
  });

  it('is read: each row governs at least one file', () => {
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((row) => !sources.some((source) => rowOf(source) === row)).map(({ name }) => name)).toEqual([]);
  });
});
