import type { Redis } from 'ioredis';
import { closeQueues, openQueues } from './jobs.js';
import { openStream } from './live-stream.js';
import { drain } from './publish.js';
import { openRedis, type RedisLog } from './redis.js';
import { openSharedMetrics } from './shared-metrics.js';

let connection: Redis | undefined;

/** Opens the ways out: the live stream, the queues and the figures, over one connection that fails quickly. */
export function openBus(redisUrl: string, log?: RedisLog): void {
  connection = openRedis(redisUrl, 'quick', log);
  openStream(connection);
  openQueues(connection);
  openSharedMetrics(connection);
}

/** Closes them, after everything that was being said has been said. */
export async function closeBus(): Promise<void> {
  await drain();
  await closeQueues();
  connection?.disconnect();
  connection = undefined;
}
