import type { Redis } from 'ioredis';
import { allTold } from './activity.js';
import { openFigures } from './figures.js';
import { closeQueues, openQueues } from './jobs.js';
import { openStream } from './push.js';
import { openRedis, type RedisLog } from './redis.js';

let connection: Redis | undefined;

/** Opens the ways out: the live stream, the queues and the figures, over one connection that fails quickly. */
export function openBus(redisUrl: string, log?: RedisLog): void {
  connection = openRedis(redisUrl, 'quick', log);
  openStream(connection);
  openQueues(connection);
  openFigures(connection);
}

/** Closes them, after everything that was being said has been said. */
export async function closeBus(): Promise<void> {
  await allTold();
  await closeQueues();
  connection?.disconnect();
  connection = undefined;
}
