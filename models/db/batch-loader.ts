import DataLoader from 'dataloader';

/** More are read by several commands. */
const batchLimit = 200;

/**
 * Reads by a key, for what many ask for in the same moment, as when a gateway is back and all its sockets come: what is asked for
 * in one turn of the event loop is read by one command, each as of now, since the reading begins after all who share it have
 * asked. Nothing is kept.
 * @param read answers what there is of these keys, each once, by key
 */
export function batchLoader<V>(read: (keys: string[]) => Promise<ReadonlyMap<string, V>>): (key: string) => Promise<V | null> {
  const load = async (keys: readonly string[]): Promise<(V | null)[]> => {
    const found = await read([...keys]);
    return keys.map((key) => found.get(key) ?? null);
  };
  // What is kept until a reading begins is only that the key was asked for.
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
