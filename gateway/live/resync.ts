import { controls } from '#models/contract/live';
import type { Connection } from './connection.js';
import type { LiveMetrics } from './live-metrics.js';

/** Asks connections that could not be served to fetch everything again, and counts them. */
export function requestResync(connections: Iterable<Connection>, metrics: LiveMetrics, at: string): void {
  for (const connection of connections) {
    metrics.resyncs++;
    connection.send(controls.resync, { at });
  }
}
