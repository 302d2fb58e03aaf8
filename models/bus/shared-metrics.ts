import type { Redis } from 'ioredis';

const registryKey = 'nadi:metrics';
const keyOf = (name: string): string => `${registryKey}:${name}`;
/** Figures that are not renewed are of a process that is gone. */
const ttlMs = 15_000;

let redis: Redis | undefined;

/** Where processes leave their figures: a connection that fails quickly. */
export const openSharedMetrics = (connection: Redis): void => {
  redis = connection;
};

const opened = (): Redis => {
  if (!redis) throw new Error('The figures are not open.');
  return redis;
};

/** Leaves the figures of a process for the gateways. Rejects while Redis is away. */
export async function publishMetrics(name: string, metrics: unknown): Promise<void> {
  await opened().set(keyOf(name), JSON.stringify(metrics), 'PX', ttlMs);
  await opened().sadd(registryKey, name);
}

/** The figures that other processes have left in the last seconds. Rejects while Redis is away. */
export async function loadPublishedMetrics(): Promise<unknown[]> {
  const processes = await opened().smembers(registryKey);
  if (processes.length === 0) return [];
  const found = await opened().mget(processes.map(keyOf));
  const gone = processes.filter((_name, place) => found[place] === null);
  if (gone.length > 0) await opened().srem(registryKey, gone);
  return found.flatMap((json) => (json ? [JSON.parse(json)] : []));
}
