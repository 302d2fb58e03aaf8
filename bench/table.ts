import type { Result } from './main.js';

const heads = ['', 'what', 'target', 'median (least to most)', 'verdict'] as const;

/** The results as a table of text, a line a figure. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.flatMap(({ id, title, figures, fault }) =>
    fault === undefined
      ? figures.map(({ what, target, figure, isReached }) => [id, `${title}: ${what}`, target, figure, isReached ? 'reached' : 'missed'])
      : [[id, title, '', fault.split('\n')[0] ?? '', 'failed']],
  );
  const all = [[...heads], ...rows];
  const widths = heads.map((_head, at) => Math.max(...all.map((row) => [...(row[at] ?? '')].length)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [lineOf(heads), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(lineOf)].join('\n');
}
