import { setBus } from './connections.js';
import { createQueues } from './jobs.js';
import { drain } from './publish.js';
import { openRedis, type RedisLog } from './redis.js';

/** Opens the live stream, the queues and the shared metrics over one fail-fast connection. */
export function openBus(redisUrl: string, log?: RedisLog): void {
  const redis = openRedis(redisUrl, 'quick', log);
  setBus({ redis, queues: createQueues(redis) });
}

/** Closes them after background work has drained. */
export async function closeBus(): Promise<void> {
  await drain();
  const closing = setBus(undefined);
  await Promise.all([...(closing?.queues.values() ?? [])].map((each) => each.close()));
  closing?.redis.disconnect();
}
