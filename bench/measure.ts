import type { ReadWorldName } from './reads-world.js';

/** Result of one measurement: a line of the table. */
export interface Figure {
  /** Label of the figure, if a measurement has several. */
  what: string;
  target: string;
  /** As it is read in the table. */
  figure: string;
  /** Compared with the target: the median and the rounds' smallest and largest. */
  value: number;
  least: number;
  most: number;
  isReached: boolean;
  /** Reason for missing the target on this machine. */
  note?: string;
  /** Further values, for a closer look. */
  details: Record<string, number | string>;
}

/** One row of quality.md's table. */
export interface Measurement {
  id: string;
  title: string;
  /** Measures; `tell` shows what goes on. */
  run(options: BenchOptions, tell: (line: string) => void): Promise<Figure[]>;
}

export interface BenchOptions {
  rounds: number;
  /** How long one side of a round takes. */
  seconds: number;
  /** How many posts there are where a measurement does not say it. */
  posts: number;
  /** Sizes are divided by this, to see that a measurement works. */
  divisor: number;
  /** The community of B11 and B12. */
  world: ReadWorldName;
  /** The only calls that B11, beside the feed, and B12 measure; all of them when empty. */
  calls: string[];
  /** Of B11, each somebody else's. */
  connections: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
};

/** The smallest value that so many hundredths of them do not exceed. */
export const percentile = (values: readonly number[], hundredths: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * hundredths) / 100) - 1)] ?? 0;
};

/** Both sides of a measurement, round by round: now one first, then the other, so that a machine that slows down slows both. */
export async function alternate<Ours, Bare>(
  rounds: number,
  ours: () => Promise<Ours>,
  bare: () => Promise<Bare>,
  tell: (line: string) => void,
): Promise<{ ours: Ours; bare: Bare }[]> {
  const pairs: { ours: Ours; bare: Bare }[] = [];
  for (let round = 0; round < rounds; round++) {
    tell(`round ${round + 1} of ${rounds}`);
    if (round % 2 === 0) {
      const first = await ours();
      pairs.push({ ours: first, bare: await bare() });
    } else {
      const first = await bare();
      pairs.push({ ours: await ours(), bare: first });
    }
  }
  return pairs;
}

type FigureSpec = Pick<Figure, 'what' | 'target'> & { details?: Figure['details'] };

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

/** A figure from the ratio of each round; it is to be at least, or at most, the bound. */
export function ratioFigure(
  { what, target, details = {} }: FigureSpec,
  ratios: readonly number[],
  bound: { least?: number; most?: number },
): Figure {
  const value = median(ratios);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const isReached = value >= (bound.least ?? 0) && value <= (bound.most ?? Number.POSITIVE_INFINITY);
  return { what, target, figure: `${rounded(value)} (${rounded(least)} to ${rounded(most)})`, value, least, most, isReached, details };
}
