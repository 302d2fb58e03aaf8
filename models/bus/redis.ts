import { Redis, type RedisOptions } from 'ioredis';

/** For appending and adding: fails at once while Redis is away, so that no call hangs. */
const quick: RedisOptions = { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 500 };
/** For blocking reads and for workers: waits until Redis is back. */
const patient: RedisOptions = { maxRetriesPerRequest: null };
/** For reading the live stream in short blocks: a silent connection counts as dead. */
const reading: RedisOptions = { maxRetriesPerRequest: null, socketTimeout: 10_000 };
/** For reading stream history: fails at once while Redis is away, but allows long commands. */
const looking: RedisOptions = { ...quick, commandTimeout: 5000 };
const kinds = { quick, patient, reading, looking };
const reconnectDelay = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), 1000);

/** Logs an event ('redis.connection lost') with its cause as `err`. */
export type RedisLog = (event: string, facts: object) => void;

/** Opens a connection; logs once when it is lost and once when it is restored. */
export function openRedis(url: string, kind: keyof typeof kinds, log: RedisLog = () => {}): Redis {
  const redis = new Redis(url, { ...kinds[kind], retryStrategy: reconnectDelay });
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) log('redis.connection lost', { err: error });
    away = true;
  });
  redis.on('ready', () => {
    if (away) log('redis.connection restored', {});
    away = false;
  });
  return redis;
}
