import { hostname } from 'node:os';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';

/** Metrics of one process, as JSON for other processes. */
export type MetricsJson = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

let defaultRegistry: Registry | undefined;

/** Memory, CPU and event loop, measured once in a process. */
function defaultMetrics(): Registry {
  if (!defaultRegistry) {
    defaultRegistry = new Registry();
    collectDefaultMetrics({ register: defaultRegistry });
  }
  return defaultRegistry;
}

/** Name of this process in the metrics: `workers-<host>-<pid>`. */
export const processName = (program: 'gateway' | 'workers'): string => `${program}-${hostname()}-${process.pid}`;

/** Metrics of a program and its process, labelled with the process's name. Leaves out values that are no numbers yet. */
export async function collectMetrics(own: Registry, name: string): Promise<MetricsJson> {
  const metrics = await Registry.merge([defaultMetrics(), own]).getMetricsAsJSON();
  return metrics.map((metric) => ({
    ...metric,
    values: metric.values
      .filter(({ value }) => Number.isFinite(value))
      .map((each) => ({ ...each, labels: { ...each.labels, process: name } })),
  }));
}

/** Content type of the metrics for Prometheus. */
export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** Metrics of several processes as one text. The process label keeps them apart, so nothing is summed or lost. */
export const exposition = (processes: readonly MetricsJson[]): Promise<string> =>
  AggregatorRegistry.aggregate(processes.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'sum' as const })))).metrics();
