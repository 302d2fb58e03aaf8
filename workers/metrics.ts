import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { publishMetrics } from '#models/bus/shared-metrics';
import { collectMetrics, processName } from '#models/metrics';

const registry = new Registry();

/** Duration and outcome of jobs. */
export const jobSeconds = new Histogram({
  name: 'nadi_job_seconds',
  help: 'How long jobs took, by how they ended: done or failed.',
  labelNames: ['job', 'outcome'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers: [registry],
});

/** Counters that the nightly tidy found to differ from their source. */
export const drifts = new Counter({
  name: 'nadi_drifts_total',
  help: 'Documents whose counters had drifted from the truth.',
  labelNames: ['kind'],
  registers: [registry],
});

/** Lag of recommendations behind the change that made them stale. */
export const cardLagSeconds = new Histogram({
  name: 'nadi_card_lag_seconds',
  help: 'Time from a change until the recommendations that it concerns were computed, for those that somebody looked at.',
  buckets: [1, 2, 5, 10, 15, 30, 60, 300],
  registers: [registry],
});

/** Recommendations that were marked stale, less those that were computed. */
export const jobsSaved = new Gauge({
  name: 'nadi_card_jobs_saved',
  help: 'Recommendations marked stale without being computed: jobs that nobody was looking for.',
  registers: [registry],
});

/** Publishes the metrics of this process for the gateways at this interval; returns a function that stops it. */
export function startPublishingMetrics(everyMs: number): () => void {
  const name = processName('workers');
  const publish = async (): Promise<void> => publishMetrics(name, await collectMetrics(registry, name));
  // While Redis is away nobody reads them; the next ones follow soon.
  const tick = (): void => void publish().catch(() => {});
  tick();
  const timer = setInterval(tick, everyMs);
  return () => clearInterval(timer);
}
