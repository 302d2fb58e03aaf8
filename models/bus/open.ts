import type { Redis } from 'ioredis';
import { closeQueues, openQueues } from './jobs.js';
import { openStream } from './live-stream.js';
import { drain } from './publish.js';
import { openRedis, type RedisLog } from './redis.js';
import { openSharedMetrics } from './shared-metrics.js';

let connection: Redis | undefined;

/** Opens the live stream, the queues and the shared metrics over one fail-fast connection. */
export function openBus(redisUrl: string, log?: RedisLog): void {
  connection = openRedis(redisUrl, 'quick', log);
  openStream(connection);
  openQueues(connection);
  openSharedMetrics(connection);
}

/** Closes them after background work has drained. */
export async function closeBus(): Promise<void> {
  await drain();
  await closeQueues();
  connection?.disconnect();
  connection = undefined;
}
