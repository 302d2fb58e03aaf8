import type { Redis } from 'ioredis';

/** The Redis process behind a connection. */
export interface RedisServer {
  /** Changes with each start; empty where the server does not report it. */
  runId: string;
  /** Whether a restart restores every acknowledged write: an append-only file is on, and it is not a promoted replica. */
  isDurable: boolean;
}

export async function describeServer(redis: Redis): Promise<RedisServer> {
  const info = await redis.info();
  const field = (name: string): string => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
  return { runId: field('run_id'), isDurable: field('aof_enabled') === '1' && /^0*$/.test(field('master_replid2')) };
}
