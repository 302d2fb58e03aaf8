import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';

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

/** Opens a connection to one server; logs once when it is lost and once when it is restored. */
export const openRedis = (url: string, kind: keyof typeof kinds, log: RedisLog = () => {}): Redis =>
  logBreaks(new Redis(url, { ...kinds[kind], retryStrategy: reconnectDelay }), log);

/**
 * As `openRedis`, or connects to a cluster if `urls` has several addresses. For the queues and the rate limits only: the live
 * stream is one key and needs one server.
 * @param urls address of one server, or of several nodes of a cluster, separated by commas; user, password and TLS as in the first
 */
export function openRedisOrCluster(urls: string, kind: keyof typeof kinds, log: RedisLog = () => {}): Redis | Cluster {
  const nodes = urls.split(',');
  return nodes.length === 1 ? openRedis(urls, kind, log) : logBreaks(new Cluster(nodes, clusterOptions(nodes[0] as string, kind)), log);
}

function clusterOptions(firstNode: string, kind: keyof typeof kinds): ClusterOptions {
  const { username, password, protocol } = new URL(firstNode);
  const enableOfflineQueue = kinds[kind].enableOfflineQueue ?? true;
  return {
    enableOfflineQueue,
    clusterRetryStrategy: reconnectDelay,
    redisOptions: {
      ...kinds[kind],
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  };
}

function logBreaks<Client extends Redis | Cluster>(redis: Client, log: RedisLog): Client {
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
