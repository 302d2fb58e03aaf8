import { hostname } from 'node:os';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';

/** The figures of one process, as they go from one to another. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

let ofProcess: Registry | undefined;

/** Memory, processor, event loop: measured once a process. */
function processFigures(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** What this process is called in the figures: `workers-<host>-<pid>`. */
export const processName = (program: 'gateway' | 'workers'): string => `${program}-${hostname()}-${process.pid}`;

/** A program's own figures and those of its process, each with the process's name. What is no number yet is left out. */
export async function figuresOf(own: Registry, name: string): Promise<Figures> {
  const figures = await Registry.merge([processFigures(), own]).getMetricsAsJSON();
  return figures.map((figure) => ({
    ...figure,
    values: figure.values
      .filter(({ value }) => Number.isFinite(value))
      .map((each) => ({ ...each, labels: { ...each.labels, process: name } })),
  }));
}

/** How figures are written for Prometheus. */
export const figuresType = Registry.PROMETHEUS_CONTENT_TYPE;

/** The figures of several processes as one text. Each has its own name, so nothing is added up or left out. */
export const exposition = (processes: readonly Figures[]): Promise<string> =>
  AggregatorRegistry.aggregate(processes.map((figures) => figures.map((figure) => ({ ...figure, aggregator: 'sum' as const })))).metrics();
