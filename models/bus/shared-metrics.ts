import type { Redis } from 'ioredis';

const registryKey = 'nadi:metrics';
const keyOf = (name: string): string => `${registryKey}:${name}`;
/** Expiry of the metrics of a process that is gone. */
const ttlMs = 15_000;

let redis: Redis | undefined;

/** Sets the fail-fast connection over which processes exchange metrics. */
export const openSharedMetrics = (connection: Redis): void => {
  redis = connection;
};

const opened = (): Redis => {
  if (!redis) throw new Error('The shared metrics are not open.');
  return redis;
};

/** Publishes the metrics of this process for the gateways. Rejects while Redis is away. */
export async function publishMetrics(name: string, metrics: unknown): Promise<void> {
  await opened().set(keyOf(name), JSON.stringify(metrics), 'PX', ttlMs);
  await opened().sadd(registryKey, name);
}

/** Metrics that other processes published in the last seconds. Rejects while Redis is away. */
export async function loadPublishedMetrics(): Promise<unknown[]> {
  const processes = await opened().smembers(registryKey);
  if (processes.length === 0) return [];
  const found = await opened().mget(processes.map(keyOf));
  const gone = processes.filter((_name, place) => found[place] === null);
  if (gone.length > 0) await opened().srem(registryKey, gone);
  return found.flatMap((json) => (json ? [JSON.parse(json)] : []));
}
