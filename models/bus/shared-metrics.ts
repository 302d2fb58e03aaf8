import { bus } from './connections.js';

/** The braces are a hash tag: all keys are on one node, as `MGET` requires. */
const registryKey = 'nadi:{metrics}';
const keyOf = (name: string): string => `${registryKey}:${name}`;
/** Expiry of the metrics of a process that is gone. */
const ttlMs = 15_000;

/** Publishes the metrics of this process for the gateways. Rejects while Redis is away. */
export async function publishMetrics(name: string, metrics: unknown): Promise<void> {
  await bus().redis.set(keyOf(name), JSON.stringify(metrics), 'PX', ttlMs);
  await bus().redis.sadd(registryKey, name);
}

/** Metrics that other processes published in the last seconds. Rejects while Redis is away. */
export async function loadPublishedMetrics(): Promise<unknown[]> {
  const processes = await bus().redis.smembers(registryKey);
  if (processes.length === 0) return [];
  const found = await bus().redis.mget(processes.map(keyOf));
  const gone = processes.filter((_name, place) => found[place] === null);
  if (gone.length > 0) await bus().redis.srem(registryKey, gone);
  return found.flatMap((json) => (json ? [JSON.parse(json)] : []));
}
