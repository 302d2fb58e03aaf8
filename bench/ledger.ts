import { availableParallelism } from 'node:os';
import { cpuMsOf } from './cpu.js';
import { type Figure, median, ratioFigure } from './measure.js';

/** Number of answered requests, their rate, and the processor time of the client. */
export interface Done {
  total: number;
  perSecond: number;
  cpuMs: number;
}

/** The processes whose time is counted, by the part they have. */
export type Parts = Record<string, number>;

/** How many requests a second, and the processor time of each part for one of them, in ms. */
export interface Prices {
  perSecond: number;
  ms: Record<string, number>;
}

const cores = availableParallelism();
const target = 1.7;

const spentBy = (parts: Parts): number[] => Object.values(parts).map(cpuMsOf);

/** Does it, and says what a request of it costs each part. */
export async function pricesOf(parts: Parts, work: () => Promise<Done>): Promise<Prices> {
  const before = spentBy(parts);
  const { total, perSecond, cpuMs } = await work();
  const after = spentBy(parts);
  const ms = Object.keys(parts).map((part, n) => [part, ((after[n] ?? 0) - (before[n] ?? 0)) / total]);
  return { perSecond, ms: { ...Object.fromEntries(ms), loader: cpuMs / total } };
}

/** Requests a second at which so many processes, the one store, or the machine has no more to give. */
function ceiling(processes: number, ms: Record<string, number>, program: string): number {
  const { [program]: own = 0, store = 0 } = ms;
  const all = Object.values(ms).reduce((sum, each) => sum + each, 0);
  return 1000 * Math.min(processes / own, 1 / store, cores / all);
}

const rounded = (value: number): number => Number(value.toFixed(3));

/** Throughput of two processes relative to one; notes when the machine has too few cores. */
export function shareFigure(
  what: string,
  program: 'gateway' | 'worker',
  pairs: readonly { ours: Prices; bare: Prices }[],
  tell: (line: string) => void,
): Figure {
  const ms = Object.fromEntries(
    Object.keys(pairs[0]?.bare.ms ?? {}).map((part) => [part, rounded(median(pairs.map(({ bare }) => bare.ms[part] ?? 0)))]),
  );
  const { [program]: own = 0, store = 0 } = ms;
  const atMost = ceiling(2, ms, program) / ceiling(1, ms, program);
  const details = {
    cores,
    'two, a second': median(pairs.map(({ ours }) => ours.perSecond)),
    'one, a second': median(pairs.map(({ bare }) => bare.perSecond)),
    ...Object.fromEntries(Object.entries(ms).map(([part, each]) => [`ms of ${part}`, each])),
    'a second, most of a store': 1000 / store,
    [`${program}s that a store feeds`]: own / store,
    'share that this machine can give': atMost,
  };
  tell(
    `${what}: ${Object.entries(details)
      .map(([name, value]) => `${name} ${rounded(value)}`)
      .join(', ')}`,
  );
  const spec = { what: `${what}, two ${program}s' share of one's`, target: `≥ ${target}`, details };
  const figure = ratioFigure(
    spec,
    pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond),
    { least: target },
  );
  return { ...figure, note: `${cores} cores and one store give ${atMost.toFixed(2)} at most` };
}
