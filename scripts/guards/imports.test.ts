import { describe, expect, it } from 'vitest';
import { type Row, rows, testsToo, webTestsToo } from './import-table.js';
import { type Import, type Source, sources } from './sources.js';

const matches = (patterns: RegExp[] | undefined, to: string): boolean => patterns?.some((pattern) => pattern.test(to)) ?? false;

/** A feature may import itself, and never another one. */
const ownFeature = (source: Source, to: string): boolean => {
  const home = /^(gateway|web\/src)\/features\/[^/]+\//.exec(source.path)?.[0];
  return home !== undefined && to.startsWith(home);
};

function isAllowed(row: Row, source: Source, { to, kind, isType }: Import): boolean {
  if (kind === 'node') return source.isTest || row.node !== false;
  if (kind === 'package')
    return source.isTest || row.packages === undefined || row.packages.test(to) || (isType && (row.packageTypes?.test(to) ?? false));
  if (matches(row.own, to) || ownFeature(source, to) || (isType && matches(row.ownTypes, to))) return true;
  if (!source.isTest || source.path.startsWith('e2e/')) return false;
  return matches(source.path.startsWith('web/') ? webTestsToo : testsToo, to);
}

describe('the import table of docs/architecture.md', () => {
  it('has a row for every source', () => {
    const homeless = sources.filter((source) => source.path.includes('/') && !rows.some((row) => row.files.test(source.path)));
    expect(homeless.map((source) => source.path).filter((file) => !/\.config\.ts$/.test(file))).toEqual([]);
  });

  it.each(rows.map((row) => [row.name, row] as const))('%s imports what it may', (_name, row) => {
    const own = sources.filter((source) => rows.find((each) => each.files.test(source.path)) === row);
    const wrong = own.flatMap((source) =>
      source.imports.filter((each) => !isAllowed(row, source, each)).map((each) => `${source.path} imports ${each.to}`),
    );
    expect(wrong).toEqual([]);
  });
});
