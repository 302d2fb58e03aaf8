import { hostname } from 'node:os';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';

/** The figures of one process, as they go from one to another. */
export type MetricsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

let defaultRegistry: Registry | undefined;

/** Memory, processor, event loop: measured once a process. */
function defaultMetrics(): Registry {
  if (!defaultRegistry) {
    defaultRegistry = new Registry();
    collectDefaultMetrics({ register: defaultRegistry });
  }
  return defaultRegistry;
}

/** What this process is called in the figures: `workers-<host>-<pid>`. */
export const processName = (program: 'gateway' | 'workers'): string => `${program}-${hostname()}-${process.pid}`;

/** A program's own figures and those of its process, each with the process's name. What is no number yet is left out. */
export async function collectMetrics(own: Registry, name: string): Promise<MetricsJson> {
  const metrics = await Registry.merge([defaultMetrics(), own]).getMetricsAsJSON();
  return metrics.map((metric) => ({
    ...metric,
    values: metric.values
      .filter(({ value }) => Number.isFinite(value))
      .map((each) => ({ ...each, labels: { ...each.labels, process: name } })),
  }));
}

/** How figures are written for Prometheus. */
export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** The figures of several processes as one text. Each has its own name, so nothing is added up or left out. */
export const exposition = (processes: readonly MetricsJson[]): Promise<string> =>
  AggregatorRegistry.aggregate(processes.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'sum' as const })))).metrics();
