import type { Redis } from 'ioredis';

/** The Redis process that answers. */
export interface RedisServer {
  /** New with each start; empty where it is not told. */
  runId: string;
  /** Whether a restart brings back every write that was acknowledged: with an append-only file, and not a promoted replica. */
  isDurable: boolean;
}

export async function describeServer(redis: Redis): Promise<RedisServer> {
  const info = await redis.info();
  const field = (name: string): string => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
  return { runId: field('run_id'), isDurable: field('aof_enabled') === '1' && /^0*$/.test(field('master_replid2')) };
}
