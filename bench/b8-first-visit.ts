import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BenchOptions, type Figure, type Measurement, ratioFigure } from './measure.js';

/** Output of `scripts/first-visits.mjs`: bytes as sent, and Lighthouse scores with the performance of each visit. */
interface FirstVisits {
  weights: { path: string; bytes: number }[];
  verdicts: { page: string; form: 'desktop' | 'mobile'; accessibility: number; bestPractices: number; performances: number[] }[];
}

const mostKilobytes = 200;
const leastOf = { desktop: 95, mobile: 90 } as const;
const withinMs = 60 * 60_000;

/** Lighthouse lives outside the bench's own program, since it weighs as much as all the rest. */
async function firstVisits(times: number): Promise<FirstVisits> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['scripts/first-visits.mjs', String(times)], { timeout: withinMs, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as FirstVisits;
}

async function run({ rounds }: BenchOptions, tell: (line: string) => void): Promise<Figure[]> {
  tell(`every busy page, ${rounds} times on a desktop and on a phone`);
  const { weights, verdicts } = await firstVisits(rounds);
  const heavy = weights.map(({ path, bytes }) =>
    ratioFigure({ what: `KB of ${path}`, target: `≤ ${mostKilobytes}` }, [bytes / 1000], { most: mostKilobytes }),
  );
  const fast = verdicts.map(({ page, form, performances, accessibility, bestPractices }) =>
    ratioFigure(
      { what: `points of ${page}, ${form}`, target: `≥ ${leastOf[form]}`, details: { accessibility, bestPractices } },
      performances,
      { least: leastOf[form] },
    ),
  );
  return [...heavy, ...fast];
}

export const firstVisit: Measurement = { id: 'B8', title: 'a first visit', run };
