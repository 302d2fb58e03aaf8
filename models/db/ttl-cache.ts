import { LRUCache } from 'lru-cache';

/** Lifetime of cached reads in ms: a change is visible to everybody within a second, even if its invalidation is lost. */
export const cacheTtlMs = 750;
const maxEntries = 20_000;

const enabledBy = new Set<object>();
const caches: TtlCache<unknown>[] = [];

/** Enables cached reads in this process; returns a function that disables them. */
export function enableReadCache(): () => void {
  const token = {};
  enabledBy.add(token);
  return () => {
    enabledBy.delete(token);
    clearReadCache();
  };
}

/** Drops all cached reads of this process. */
export const clearReadCache = (): void => {
  for (const cache of caches) cache.clear();
};

/** A loaded value, or a load in progress. */
interface CacheEntry<V> {
  promise: Promise<V | undefined>;
  isLoaded: boolean;
  value: V | undefined;
}

/**
 * Cache of documents by key with a TTL, where the process has enabled it. Concurrent reads share a load. A load that is invalidated
 * while it runs is not used by later reads.
 */
export class TtlCache<V> {
  readonly #entries = new LRUCache<string, CacheEntry<V>>({ max: maxEntries, ttl: cacheTtlMs });
  #purgeTimer: NodeJS.Timeout | undefined;

  constructor() {
    caches.push(this as TtlCache<unknown>);
  }

  /** Values of these keys; `load` reads the missing ones. */
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

  /** Value of one key, as `getMany`. */
  async getOne(key: string, load: () => Promise<V | null>): Promise<V | null> {
    const found = await this.getMany([key], async () => {
      const value = await load();
      return new Map(value === null ? [] : [[key, value]]);
    });
    return found.get(key) ?? null;
  }

  /** Number of entries, expired ones included. */
  get size(): number {
    return this.#entries.size;
  }

  invalidate(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    // The library walks through room for 20,000 entries even when the cache is empty.
    if (this.#entries.size > 0) this.#entries.clear();
  }

  /** Loads missing keys as one batch; a failed load rejects for its waiting callers only. */
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

  /** Purge expired entries: the LRU cache would hold them until their key is read again. */
  #schedulePurge(): void {
    this.#purgeTimer ??= setTimeout(() => {
      this.#purgeTimer = undefined;
      this.#entries.purgeStale();
      if (this.#entries.size > 0) this.#schedulePurge();
    }, cacheTtlMs).unref();
  }
}
