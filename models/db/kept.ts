import { LRUCache } from 'lru-cache';

/** What was read is used again for so long (ms): what anybody changes is seen within a second, whatever is told meanwhile. */
export const keptMs = 750;
const most = 20_000;

const keepers = new Set<object>();
const everything: Kept<unknown>[] = [];

/** Lets this process use again what it has read; the function that it answers ends that. */
export function keepReads(): () => void {
  const keeper = {};
  keepers.add(keeper);
  return () => {
    keepers.delete(keeper);
    forgetReads();
  };
}

/** Nothing of what was read is used again. */
export const forgetReads = (): void => {
  for (const kept of everything) kept.clear();
};

/**
 * Documents by a key, for reads that many ask for at once: those read within the last second, where the process keeps them. What
 * is forgotten while it is read is read anew for whoever asks next.
 */
export class Kept<V> {
  readonly #read = new LRUCache<string, Promise<V | undefined>>({ max: most, ttl: keptMs });

  constructor() {
    everything.push(this as Kept<unknown>);
  }

  /** What there is of these keys; `load` reads those that are not kept. */
  async many(keys: Iterable<string>, load: (missing: string[]) => Promise<Map<string, V>>): Promise<Map<string, V>> {
    const wanted = [...new Set(keys)];
    if (keepers.size === 0) return wanted.length > 0 ? await load(wanted) : new Map();
    const kept = new Map(wanted.map((key) => [key, this.#read.get(key)]));
    const missing = wanted.filter((key) => kept.get(key) === undefined);
    if (missing.length > 0) for (const [key, value] of this.#begin(missing, load)) kept.set(key, value);
    const found = await Promise.all(wanted.map(async (key): Promise<[string, V | undefined]> => [key, await kept.get(key)]));
    return new Map(found.filter((entry): entry is [string, V] => entry[1] !== undefined));
  }

  /** As `many`, of one. */
  async one(key: string, load: () => Promise<V | null>): Promise<V | null> {
    const found = await this.many([key], async () => {
      const value = await load();
      return new Map(value === null ? [] : [[key, value]]);
    });
    return found.get(key) ?? null;
  }

  forget(key: string): void {
    this.#read.delete(key);
  }

  clear(): void {
    this.#read.clear();
  }

  /** Reads these at once; a reading that fails is nobody's but theirs who asked meanwhile. */
  #begin(missing: string[], load: (missing: string[]) => Promise<Map<string, V>>): [string, Promise<V | undefined>][] {
    const loading = load(missing);
    const begun = missing.map((key): [string, Promise<V | undefined>] => [key, loading.then((found) => found.get(key))]);
    for (const [key, value] of begun) this.#read.set(key, value);
    loading.catch(() => {
      for (const [key, value] of begun) if (this.#read.peek(key) === value) this.#read.delete(key);
    });
    return begun;
  }
}
