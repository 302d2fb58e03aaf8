import DataLoader from 'dataloader';

/** Maximum keys a query; more keys are split over several queries. */
const batchLimit = 200;

/**
 * Batches reads: all keys requested in one turn of the event loop are read by one query, as when all sockets reconnect after a
 * gateway restart. Results are current for every caller, since the query starts after all of them have asked, and nothing is cached
 * afterwards.
 * @param read loads the documents of distinct keys, by key; missing ones are omitted
 */
export function batchLoader<V>(read: (keys: string[]) => Promise<ReadonlyMap<string, V>>): (key: string) => Promise<V | null> {
  const load = async (keys: readonly string[]): Promise<(V | null)[]> => {
    const found = await read([...keys]);
    return keys.map((key) => found.get(key) ?? null);
  };
  // Clear the loader's memo before the query starts: only pending keys are deduplicated.
  const begin = (batch: () => void): void => {
    loader.clearAll();
    batch();
  };
  const loader = new DataLoader<string, V | null>(load, {
    maxBatchSize: batchLimit,
    batchScheduleFn: (batch) => setImmediate(begin, batch),
  });
  return (key) => loader.load(key);
}
