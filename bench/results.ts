import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chartOf } from './chart.js';
import type { BenchOptions, Figure } from './measure.js';
import { readsChartOf, withReadsTable } from './reads-report.js';
import type { ReadWorldName } from './reads-world.js';

export interface MeasurementResult {
  id: string;
  title: string;
  figures: Figure[];
  /** Why there are none. */
  fault?: string;
  /** Community of B11. */
  world?: ReadWorldName;
  /** Time and machine of a row that was not measured in the last complete run. */
  at?: string;
  machine?: string;
}

/** `bench/results.json`. */
export interface Results {
  /** Of the last complete run. */
  at: string;
  machine: string;
  options: BenchOptions;
  results: MeasurementResult[];
}

export interface ResultFiles {
  out: string;
  chart: string;
  readsChart: string;
  /** Page with the table of B11. */
  page: string;
}

const isSame = (a: MeasurementResult, b: MeasurementResult): boolean => a.id === b.id && a.world === b.world;
const numberOf = ({ id }: MeasurementResult): number => Number(id.slice(1));

/** A row with the figures that it has now, and those of before that were not measured again. */
function withFigures(row: MeasurementResult, old: readonly MeasurementResult[]): MeasurementResult {
  const before = old.find((each) => isSame(each, row))?.figures ?? [];
  const others = before.filter(({ what }) => !row.figures.some((figure) => figure.what === what));
  return { ...row, figures: [...others, ...row.figures] };
}

/** Rows of the last results with those that were measured now in their place. */
function merged(old: readonly MeasurementResult[], measured: readonly MeasurementResult[]): MeasurementResult[] {
  const others = old.filter((row) => !measured.some((each) => isSame(row, each)));
  return [...others, ...measured].sort((a, b) => numberOf(a) - numberOf(b));
}

/** Stores the rows of a run beside those that it did not measure, and draws all of them. Rows that failed are not stored. */
export function saveResults(
  measured: readonly MeasurementResult[],
  run: Omit<Results, 'results'>,
  isComplete: boolean,
  files: ResultFiles,
): void {
  const done = measured.filter(({ fault }) => fault === undefined);
  const last = existsSync(files.out) ? (JSON.parse(readFileSync(files.out, 'utf8')) as Results) : undefined;
  const rows = isComplete || !last ? done : done.map((row) => ({ ...withFigures(row, last.results), at: run.at, machine: run.machine }));
  const results = merged(last?.results ?? [], rows);
  const saved: Results = { ...(isComplete || !last ? run : last), results };
  writeFileSync(files.out, `${JSON.stringify(saved, null, 2)}\n`);
  writeFileSync(
    files.chart,
    chartOf(
      results.filter(({ id }) => id !== 'B11'),
      saved.machine,
    ),
  );
  const reads = results.filter(({ id }) => id === 'B11');
  if (reads.length === 0) return;
  writeFileSync(files.readsChart, readsChartOf(reads));
  writeFileSync(files.page, withReadsTable(readFileSync(files.page, 'utf8'), reads));
}
