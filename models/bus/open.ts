import { setBus } from './connections.js';
import { createQueues } from './jobs.js';
import { drain } from './publish.js';
import { openRedis, openRedisOrCluster, type RedisLog } from './redis.js';

/**
 * Opens the live stream and the shared metrics over one fail-fast connection, and the queues over the same or one of their own.
 * @param queuesUrl where the queues are, if elsewhere
 */
export function openBus(redisUrl: string, log?: RedisLog, queuesUrl = redisUrl): void {
  const redis = openRedis(redisUrl, 'quick', log);
  const queuesRedis = queuesUrl === redisUrl ? redis : openRedisOrCluster(queuesUrl, 'quick', log);
  setBus({ redis, queuesRedis, queues: createQueues(queuesRedis) });
}

/** Closes them after background work has drained. */
export async function closeBus(): Promise<void> {
  await drain();
  const closing = setBus(undefined);
  await Promise.all([...(closing?.queues.values() ?? [])].map((each) => each.close()));
  closing?.redis.disconnect();
  closing?.queuesRedis.disconnect();
}
