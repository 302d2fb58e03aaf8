import type { Figure } from './measure.js';
import type { MeasurementResult } from './results.js';

const heads = ['', 'what', 'target', 'median (least to most)', 'verdict'] as const;

/** States whether the target is reached; if not, the reason, and the reference to the full explanation. */
const verdictOf = (id: string, { isReached, note }: Figure): string =>
  isReached ? 'reached' : `missed${note ? `: ${note}` : ''}, see docs/performance.md#${id.toLowerCase()}`;

/** The results as a table of text, a line a figure. */
export function tableOf(results: readonly MeasurementResult[]): string {
  const rows = results.flatMap(({ id, title, figures, fault }) =>
    fault === undefined
      ? figures.map((each) => [id, `${title}: ${each.what}`, each.target, each.figure, verdictOf(id, each)])
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
