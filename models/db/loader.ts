import { AsyncLocalStorage } from 'node:async_hooks';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Id } from './model.js';

/** Lifetime of cached values in ms: a change is visible to everybody within a second, even if its invalidation is lost. */
export const cacheTtlMs = 750;
const maxEntries = 20_000;
/** Maximum keys a query; more keys are split over several queries. */
const maxBatch = 200;

const enabledBy = new Set<object>();
const loaders: { clear(): void }[] = [];

/** Enables the cached mode in this process, and returns a function that disables it. While disabled, cached reads are fresh. */
export function enableReadCache(): () => void {
  const token = {};
  enabledBy.add(token);
  return () => {
    enabledBy.delete(token);
    clearReadCache();
  };
}

const freshReads = new AsyncLocalStorage<true>();
/** Runs work that reads nothing from the cache: for a caller who knows of a change that has not invalidated this process yet. */
export const withFreshReads = <T>(work: () => T): T => freshReads.run(true, work);
const isCaching = (): boolean => enabledBy.size > 0 && freshReads.getStore() === undefined;

/** Drops all cached values of this process. */
export const clearReadCache = (): void => {
  for (const loader of loaders) loader.clear();
};

/** A cached value; null for one that was looked for and is missing. */
interface Entry<V> {
  value: V | null;
  generation: number;
}

/**
 * Loads values by key, in two modes.
 *
 * - `fresh`: as of now. All keys requested in one turn of the event loop are read by one query, as when all sockets reconnect
 *   after a gateway restart; the query starts after all callers have asked, and nothing is cached.
 * - `cached`: at most `cacheTtlMs` old, for reading only: never use it to authorize a change or a live room. A load that is
 *   invalidated while it runs is not used by later reads.
 */
export class Loader<V extends NonNullable<unknown>> {
  readonly #batch: DataLoader<string, V | null>;
  // Created by the first cached read: the library reserves room for all entries.
  #cache: LRUCache<string, Entry<V>> | undefined;
  /** Cached loads in progress. */
  readonly #loads = new Map<string, Promise<V | null>>();
  /** Entries of an earlier generation were cleared. */
  #generation = 0;

  /** @param read loads the values of distinct keys; missing ones are omitted */
  constructor(read: (keys: string[]) => Promise<ReadonlyMap<string, V>>) {
    const load = async (keys: readonly string[]): Promise<(V | null)[]> => {
      const found = await read([...keys]);
      return keys.map((key) => found.get(key) ?? null);
    };
    // Clear the memo before the query starts: only pending keys are deduplicated.
    const begin = (run: () => void): void => {
      this.#batch.clearAll();
      run();
    };
    this.#batch = new DataLoader<string, V | null>(load, {
      maxBatchSize: maxBatch,
      batchScheduleFn: (run) => setImmediate(begin, run),
    });
    loaders.push(this);
  }

  /** Current value; null for a missing one. */
  fresh(key: string): Promise<V | null> {
    return this.#batch.load(key);
  }

  /** Current values by key, without the missing ones. */
  async freshMany(keys: Iterable<Id | string>): Promise<Map<string, V>> {
    const wanted = [...new Set(Array.from(keys, String))];
    const values = await Promise.all(wanted.map((key) => this.fresh(key)));
    return new Map(wanted.flatMap((key, i): [string, V][] => (values[i] == null ? [] : [[key, values[i]]])));
  }

  /** Value that is at most `cacheTtlMs` old; null for a missing one. */
  async cached(key: string): Promise<V | null> {
    if (!isCaching()) return this.fresh(key);
    const entry = this.#find(key);
    return entry ? entry.value : this.#loadOnce(key);
  }

  /** Values by key that are at most `cacheTtlMs` old, without the missing ones. */
  async cachedMany(keys: Iterable<Id | string>): Promise<Map<string, V>> {
    if (!isCaching()) return this.freshMany(keys);
    const found = new Map<string, V>();
    const missing: string[] = [];
    // Answer cached values without a promise for each: most reads find everything.
    for (const key of new Set(Array.from(keys, String))) {
      const entry = this.#find(key);
      if (!entry) missing.push(key);
      else if (entry.value !== null) found.set(key, entry.value);
    }
    if (missing.length === 0) return found;
    const values = await Promise.all(missing.map((key) => this.#loadOnce(key)));
    for (const [i, key] of missing.entries()) if (values[i] != null) found.set(key, values[i]);
    return found;
  }

  /** Number of entries in memory, expired and cleared ones included. */
  get size(): number {
    return this.#cache?.size ?? 0;
  }

  invalidate(key: string): void {
    this.#loads.delete(key);
    this.#cache?.delete(key);
  }

  clear(): void {
    this.#loads.clear();
    // The library's own `clear` walks through the room for all entries; these expire by themselves.
    this.#generation += 1;
  }

  #find(key: string): Entry<V> | undefined {
    const entry = this.#cache?.get(key);
    return entry?.generation === this.#generation ? entry : undefined;
  }

  /** Shares a load in progress, else starts one and caches its value. */
  #loadOnce(key: string): Promise<V | null> {
    const running = this.#loads.get(key);
    if (running) return running;
    const start = performance.now();
    const load = this.fresh(key);
    this.#loads.set(key, load);
    const settle = (entry?: Entry<V>): void => {
      // Invalidated meanwhile: answer those who asked before, and store nothing.
      if (this.#loads.get(key) !== load) return;
      this.#loads.delete(key);
      // A value is as old as its load.
      if (entry) this.#openCache().set(key, entry, { start });
    };
    load.then(
      (value) => settle({ value, generation: this.#generation }),
      () => settle(),
    );
    return load;
  }

  #openCache(): LRUCache<string, Entry<V>> {
    // Purge by itself: expired entries would else stay until their key is read again.
    this.#cache ??= new LRUCache({ max: maxEntries, ttl: cacheTtlMs, ttlAutopurge: true });
    return this.#cache;
  }
}

const lists: { clear(): void; topic: ListTopic | undefined }[] = [];

/** Kind of things whose counters a list shows. */
type ListTopic = 'events' | 'posts';

/** Loads what many readers share, such as lists. Any object may be on any list, so they are invalidated together. */
export class ListLoader<V extends NonNullable<unknown>> extends Loader<V> {
  readonly topic: ListTopic | undefined;

  constructor(read: (keys: string[]) => Promise<ReadonlyMap<string, V>>, topic?: ListTopic) {
    super(read);
    this.topic = topic;
    lists.push(this);
  }
}

/** Loads each key by a query of its own, and has a value for every key; the key '' by default, for one value that all share. */
export class SharedLoader<V extends NonNullable<unknown>> extends ListLoader<V> {
  constructor(load: (key: string) => Promise<V>, topic?: ListTopic) {
    const loadEach = (keys: string[]) => Promise.all(keys.map(async (key): Promise<[string, V]> => [key, await load(key)]));
    super(async (keys) => new Map(await loadEach(keys)), topic);
  }

  override cached(key = ''): Promise<V> {
    return super.cached(key) as Promise<V>;
  }
}

/** Drops all cached lists of this process, or those that show the counters of a topic. */
export const clearLists = (topic?: ListTopic): void => {
  for (const list of lists) if (topic === undefined || list.topic === topic) list.clear();
};
