import type { Queue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import type { QueueName } from './jobs.js';

/** Connections of this process to Redis; `openBus` makes them once at start. */
export interface Bus {
  /** Fails fast; carries the live stream and the shared metrics. */
  redis: Redis;
  /** Fails fast; carries the queues. The same as `redis` unless they are elsewhere. */
  queuesRedis: Redis | Cluster;
  queues: ReadonlyMap<QueueName, Queue>;
}

let current: Bus | undefined;

/** The open bus. Throws before `openBus` and after `closeBus`. */
export function bus(): Bus {
  if (!current) throw new Error('The bus is not open.');
  return current;
}

/** Replaces the bus of this process, and returns the one before. */
export function setBus(next: Bus | undefined): Bus | undefined {
  const before = current;
  current = next;
  return before;
}
