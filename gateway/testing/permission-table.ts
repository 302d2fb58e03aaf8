import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Visibility } from '#models/contract/societies';
import { visibilities } from './scenario.js';

/** A call in societies of these visibilities, and its status for each role. */
export interface PermissionRow {
  call: string;
  /** Visibilities to test; for a call without a society one is enough. */
  of: readonly Visibility[];
  expected: number[];
}

/** Parses the tables of docs/permissions.md: rows with a call, a visibility and a status for each role. */
export function readPermissions(): { columns: string[]; rows: PermissionRow[] } {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/permissions.md'), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const columns = cellsOf(lines[0] ?? '').slice(2);
  const rows = lines.map(cellsOf).filter(([call]) => call !== 'call');
  const visibilityOf = (cell: string): readonly Visibility[] => {
    if (cell === 'any') return visibilities;
    return cell === '—' ? ['public'] : visibilities.filter((each) => cell.split(', ').includes(each));
  };
  return {
    columns,
    rows: rows.map(([call = '', of = '', ...expected]) => ({ call, of: visibilityOf(of), expected: expected.map(Number) })),
  };
}
