import { it } from 'vitest';

/** Arguments of a row's test: `it.each` spreads rows that are lists. */
type Spread<T> = T extends readonly unknown[] ? T : [T];

/** Splits the cells of a table into the first of each kind and the rest. */
function splitByKind<T>(cells: readonly T[], kindOf: (cell: T) => unknown[]): { first: T[]; rest: T[] } {
  const kinds = new Set<string>();
  const [first, rest]: [T[], T[]] = [[], []];
  for (const cell of cells) {
    const kind = JSON.stringify(kindOf(cell));
    (kinds.has(kind) ? rest : first).push(cell);
    kinds.add(kind);
  }
  return { first, rest };
}

/**
 * Declares a test for each of the written rows. `npm test` runs the first of them; the rest, which repeat a rule about other things,
 * are long.
 */
export function testRows<T extends object>(rows: readonly T[], { quick }: { quick: number }) {
  return (name: string, expectRow: (...row: Spread<T>) => Promise<void>): void => {
    it.each(rows.slice(0, quick))(name, expectRow as never);
    it.each(rows.slice(quick))(name, { tags: ['long'] }, expectRow as never);
  };
}

/**
 * Declares a test for each cell of a generated table. `npm test` runs the first cell of each kind, such as a role and what it is
 * answered; the rest are long.
 */
export function testCells<T extends object>(cells: readonly T[], kindOf: (cell: T) => unknown[]) {
  return (name: string, expectCell: (...cell: Spread<T>) => Promise<void>): void => {
    const { first, rest } = splitByKind(cells, kindOf);
    it.each(first as T[])(name, { tags: ['generated'] }, expectCell as never);
    it.each(rest as T[])(name, { tags: ['generated', 'long'] }, expectCell as never);
  };
}
