import type { Redis } from 'ioredis';

const names = 'nadi:metrics';
const keyOf = (name: string): string => `${names}:${name}`;
/** Figures that are not renewed are of a process that is gone. */
const keptMs = 15_000;

let redis: Redis | undefined;

/** Where processes leave their figures: a connection that fails quickly. */
export const openFigures = (connection: Redis): void => {
  redis = connection;
};

const opened = (): Redis => {
  if (!redis) throw new Error('The figures are not open.');
  return redis;
};

/** Leaves the figures of a process for the gateways. Rejects while Redis is away. */
export async function publishFigures(name: string, figures: unknown): Promise<void> {
  await opened().set(keyOf(name), JSON.stringify(figures), 'PX', keptMs);
  await opened().sadd(names, name);
}

/** The figures that other processes have left in the last seconds. Rejects while Redis is away. */
export async function publishedFigures(): Promise<unknown[]> {
  const known = await opened().smembers(names);
  if (known.length === 0) return [];
  const found = await opened().mget(known.map(keyOf));
  const gone = known.filter((_name, place) => found[place] === null);
  if (gone.length > 0) await opened().srem(names, gone);
  return found.flatMap((json) => (json ? [JSON.parse(json)] : []));
}
