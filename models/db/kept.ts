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

/** What was read of a key, once it is there, and the reading until then. */
interface Reading<V> {
  coming: Promise<V | undefined>;
  isThere: boolean;
  value: V | undefined;
}

/**
 * Documents by a key, for reads that many ask for at once: those read within the last second, where the process keeps them. What
 * is forgotten while it is read is read anew for whoever asks next.
 */
export class Kept<V> {
  readonly #read = new LRUCache<string, Reading<V>>({ max: most, ttl: keptMs });
  #purging: NodeJS.Timeout | undefined;

  constructor() {
    everything.push(this as Kept<unknown>);
  }

  /** What there is of these keys; `load` reads those that are not kept. */
  async many(keys: Iterable<string>, load: (missing: string[]) => Promise<Map<string, V>>): Promise<Map<string, V>> {
    const wanted = new Set(keys);
    if (keepers.size === 0) return wanted.size > 0 ? await load([...wanted]) : new Map();
    const found = new Map<string, V>();
    const readings = new Map<string, Reading<V>>();
    const missing: string[] = [];
    for (const key of wanted) {
      const reading = this.#read.get(key);
      if (!reading) missing.push(key);
      else if (!reading.isThere) readings.set(key, reading);
      else if (reading.value !== undefined) found.set(key, reading.value);
    }
    if (missing.length > 0) for (const [key, reading] of this.#begin(missing, load)) readings.set(key, reading);
    if (readings.size === 0) return found;
    await Promise.all(Array.from(readings.values(), ({ coming }) => coming));
    for (const [key, { value }] of readings) if (value !== undefined) found.set(key, value);
    return found;
  }

  /** As `many`, of one. */
  async one(key: string, load: () => Promise<V | null>): Promise<V | null> {
    const found = await this.many([key], async () => {
      const value = await load();
      return new Map(value === null ? [] : [[key, value]]);
    });
    return found.get(key) ?? null;
  }

  /** How many readings are held, also those that are too old to be used. */
  get size(): number {
    return this.#read.size;
  }

  forget(key: string): void {
    this.#read.delete(key);
  }

  clear(): void {
    this.#read.clear();
  }

  /** Reads these at once; a reading that fails is nobody's but theirs who asked meanwhile. */
  #begin(missing: string[], load: (missing: string[]) => Promise<Map<string, V>>): [string, Reading<V>][] {
    const loading = load(missing);
    const begun = missing.map((key): [string, Reading<V>] => {
      const reading: Reading<V> = { coming: loading.then((found) => found.get(key)), isThere: false, value: undefined };
      return [key, reading];
    });
    for (const [key, reading] of begun) {
      this.#read.set(key, reading);
      reading.coming.then(
        (value) => Object.assign(reading, { value, isThere: true }),
        () => this.#read.peek(key) === reading && this.#read.delete(key),
      );
    }
    this.#purgeLater();
    return begun;
  }

  /** By itself the cache holds what is too old until somebody asks for it again, so for ever of who has gone. */
  #purgeLater(): void {
    this.#purging ??= setTimeout(() => {
      this.#purging = undefined;
      this.#read.purgeStale();
      if (this.#read.size > 0) this.#purgeLater();
    }, keptMs).unref();
  }
}
