import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.js';

/** One row of the table in docs/architecture.md: what the files that match may import. */
export interface ImportRow {
  name: string;
  /** Prefix of the files' paths, or the path of one file without its ending. */
  files: string;
  own: string[];
  ownTypes: string[];
  notOwn: string[];
  /** Undefined allows any. */
  packages?: string[];
  packageTypes: string[];
  node: boolean;
}

interface Cell {
  names: string[];
  types: string[];
  not: string[];
}

/** Reads `a`, `b` (types), not `c`. */
function parseCell(cell: string): Cell {
  const found: Cell = { names: [], types: [], not: [] };
  for (const [, not, name = '', types] of cell.matchAll(/(not )?`([^`]+)`( \(types\))?/g)) {
    if (not !== undefined) found.not.push(name);
    else if (types !== undefined) found.types.push(name);
    else found.names.push(name);
  }
  return found;
}

function parseRow(line: string): { row: ImportRow; also: boolean } {
  const [files = '', ours = '', packages = ''] = line.split('|').slice(1);
  const name = parseCell(files).names[0] ?? '';
  const own = parseCell(ours);
  const named = parseCell(packages);
  const row: ImportRow = {
    name,
    files: name,
    own: name.includes('*') ? own.names : [name, ...own.names],
    ownTypes: own.types,
    notOwn: own.not,
    packageTypes: named.types,
    node: !packages.includes('no Node'),
    ...(/^\s*any\b/.test(packages) ? {} : { packages: named.names }),
  };
  return { row, also: /\balso\b/.test(files) };
}

const document = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
const table = document.slice(document.indexOf('| files | may import of ours |')).split('\n\n')[0] ?? '';
const parsed = table.split('\n').slice(2).map(parseRow);

/** In the order of the document: the first row that a file matches is its own. */
export const rows: ImportRow[] = parsed.filter(({ also }) => !also).map(({ row }) => row);

const also = (name: string): string[] => parsed.find((each) => each.also && each.row.name === name)?.row.own ?? [];
/** A test may import these beside what its folder may. */
export const testsToo: string[] = also('*.test.ts');
/** The same of the browser's tests. */
export const webTestsToo: string[] = also('web/*.test.ts');
