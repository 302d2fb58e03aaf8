import { LRUCache } from 'lru-cache';

/** What was read is used again for so long (ms): what anybody changes is seen within a second, whatever is told meanwhile. */
export const cacheTtlMs = 750;
const maxEntries = 20_000;

const enabledBy = new Set<object>();
const caches: TtlCache<unknown>[] = [];

/** Lets this process use again what it has read; the function that it answers ends that. */
export function enableReadCache(): () => void {
  const token = {};
  enabledBy.add(token);
  return () => {
    enabledBy.delete(token);
    clearReadCache();
  };
}

/** Nothing of what was read is used again. */
export const clearReadCache = (): void => {
  for (const cache of caches) cache.clear();
};

/** What was read of a key, once it is there, and the reading until then. */
interface CacheEntry<V> {
  promise: Promise<V | undefined>;
  isLoaded: boolean;
  value: V | undefined;
}

/**
 * Documents by a key, for reads that many ask for at once: those read within the last second, where the process keeps them. What
 * is forgotten while it is read is read anew for whoever asks next.
 */
export class TtlCache<V> {
  readonly #entries = new LRUCache<string, CacheEntry<V>>({ max: maxEntries, ttl: cacheTtlMs });
  #purgeTimer: NodeJS.Timeout | undefined;

  constructor() {
    caches.push(this as TtlCache<unknown>);
  }

  /** What there is of these keys; `load` reads those that are not kept. */
  async getMany(keys: Iterable<string>, load: (missing: string[]) => Promise<Map<string, V>>): Promise<Map<string, V>> {
    const wanted = new Set(keys);
    if (enabledBy.size === 0) return wanted.size > 0 ? await load([...wanted]) : new Map();
    const found = new Map<string, V>();
    const pending = new Map<string, CacheEntry<V>>();
    const missing: string[] = [];
    for (const key of wanted) {
      const entry = this.#entries.get(key);
      if (!entry) missing.push(key);
      else if (!entry.isLoaded) pending.set(key, entry);
      else if (entry.value !== undefined) found.set(key, entry.value);
    }
    if (missing.length > 0) for (const [key, entry] of this.#load(missing, load)) pending.set(key, entry);
    if (pending.size === 0) return found;
    await Promise.all(Array.from(pending.values(), ({ promise }) => promise));
    for (const [key, { value }] of pending) if (value !== undefined) found.set(key, value);
    return found;
  }

  /** As `many`, of one. */
  async getOne(key: string, load: () => Promise<V | null>): Promise<V | null> {
    const found = await this.getMany([key], async () => {
      const value = await load();
      return new Map(value === null ? [] : [[key, value]]);
    });
    return found.get(key) ?? null;
  }

  /** How many readings are held, also those that are too old to be used. */
  get size(): number {
    return this.#entries.size;
  }

  invalidate(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** Reads these at once; a reading that fails is nobody's but theirs who asked meanwhile. */
  #load(missing: string[], load: (missing: string[]) => Promise<Map<string, V>>): [string, CacheEntry<V>][] {
    const loading = load(missing);
    const entries = missing.map((key): [string, CacheEntry<V>] => {
      const entry: CacheEntry<V> = { promise: loading.then((found) => found.get(key)), isLoaded: false, value: undefined };
      return [key, entry];
    });
    for (const [key, entry] of entries) {
      this.#entries.set(key, entry);
      entry.promise.then(
        (value) => Object.assign(entry, { value, isLoaded: true }),
        () => this.#entries.peek(key) === entry && this.#entries.delete(key),
      );
    }
    this.#schedulePurge();
    return entries;
  }

  /** By itself the cache holds what is too old until somebody asks for it again, so for ever of who has gone. */
  #schedulePurge(): void {
    this.#purgeTimer ??= setTimeout(() => {
      this.#purgeTimer = undefined;
      this.#entries.purgeStale();
      if (this.#entries.size > 0) this.#schedulePurge();
    }, cacheTtlMs).unref();
  }
}
