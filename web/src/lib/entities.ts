import { replaceEqualDeep } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createStore, useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

interface Revised {
  rev?: number;
  version?: number;
}

interface Shown<T> {
  byId: Readonly<Record<string, T>>;
}

const everyStore = new Set<() => void>();

/** Registers a function that clears a feature's own per-user state together with the entities. */
export const onClear = (clear: () => void): void => void everyStore.add(clear);

/** Clears every store when the user changes, so nothing of the previous user's view stays. */
export const clearEntities = (): void => {
  for (const clear of everyStore) clear();
};

const olderThan = (a: number | undefined, b: number | undefined): boolean => a !== undefined && b !== undefined && a < b;

/**
 * Merges `next` into `current`: counters only if `rev` is not older, other fields only if `version` is not older. If nothing
 * changes, returns the same object, so nothing rerenders.
 */
function mergeNewer<T extends object>(current: T & Revised, next: Partial<T> & Revised, byRev: ReadonlySet<string>): T {
  const staleCounts = olderThan(next.rev, current.rev);
  const staleRest = olderThan(next.version, current.version);
  const fresh = Object.entries(next).filter(([key]) => !(byRev.has(key) ? staleCounts : staleRest));
  return replaceEqualDeep(current, { ...current, ...(Object.fromEntries(fresh) as Partial<T>) });
}

/** The part of an entity store that the offline cache uses. */
interface NamedStore {
  ids(): string[];
  /** The entity without optimistic changes; undefined if it is not in the store. */
  confirmed(id: string): object | undefined;
  /** Adds cached entities of an earlier visit; never changes an entity that is already in the store. */
  restore(entities: ReadonlyMap<string, object>): void;
}
const named = new Map<string, NamedStore>();
const changeListeners = new Set<(store: string, ids: readonly string[]) => void>();
let restored: ReadonlyMap<string, ReadonlyMap<string, object>> = new Map();
onClear(() => {
  restored = new Map();
});

/** The stores that are cached for offline use, by name. A feature's store is registered when the feature is loaded. */
export const namedStores: ReadonlyMap<string, NamedStore> = named;

/** Calls the listener with the ids that an answer or a message has changed in a named store. */
export const onEntitiesChanged = (listener: (store: string, ids: readonly string[]) => void): void => void changeListeners.add(listener);

/** Restores cached entities by store and id, also into stores of features that are loaded later. */
export function restoreEntities(cached: ReadonlyMap<string, ReadonlyMap<string, object>>): void {
  restored = cached;
  for (const [name, entities] of cached) named.get(name)?.restore(entities);
}

interface Options<T> {
  /** Name in the offline cache; without one, entities last as long as the page. */
  name?: string;
  /** Fields ordered by `rev`: the counters of `T`, and the viewer's own fields that change with them. */
  byRev?: readonly (keyof T & string)[];
  /** The field that holds the id. */
  key?: keyof T & string;
}

class Entities<T extends object> {
  readonly #counters: ReadonlySet<string>;
  readonly #key: keyof T;
  readonly #name: string | undefined;
  readonly #confirmed = new Map<string, T>();
  readonly #removed = new Set<string>();
  readonly #pending = new Map<string, ((entity: T) => T)[]>();
  readonly #store = createStore<Shown<T>>(() => ({ byId: {} }));

  constructor({ byRev = [], key = 'ID' as keyof T & string, name }: Options<T>) {
    this.#counters = new Set<string>([...byRev, 'rev']);
    this.#key = key;
    this.#name = name;
    onClear(() => this.clear());
    if (name === undefined) return;
    named.set(name, this);
    const cached = restored.get(name);
    if (cached) this.restore(cached);
  }

  #changed(ids: readonly string[]): void {
    this.#show(ids);
    if (this.#name === undefined) return;
    for (const listener of changeListeners) listener(this.#name, ids);
  }

  #show(ids: readonly string[]): void {
    const byId = { ...this.#store.getState().byId };
    for (const id of ids) {
      const entity = this.#confirmed.get(id);
      if (entity) byId[id] = (this.#pending.get(id) ?? []).reduce((shown, change) => change(shown), entity);
      else delete byId[id];
    }
    this.#store.setState({ byId });
  }

  /** Merges fetched or broadcast entities; returns their ids without those that were removed. */
  merge(fetched: readonly T[]): string[] {
    const ids: string[] = [];
    for (const entity of fetched) {
      const id = String(entity[this.#key]);
      if (this.#removed.has(id)) continue;
      const current = this.#confirmed.get(id);
      this.#confirmed.set(id, current ? mergeNewer(current, entity, this.#counters) : entity);
      ids.push(id);
    }
    this.#changed(ids);
    return ids;
  }

  /** Merges some fields into an entity; ignored if the entity is not in the store. */
  patch(id: string, fields: Partial<T>): void {
    const current = this.#confirmed.get(id);
    if (!current) return;
    this.#confirmed.set(id, mergeNewer(current, fields, this.#counters));
    this.#changed([id]);
  }

  /** Removes an entity for good: a late answer does not bring it back. */
  remove(id: string): void {
    this.#removed.add(id);
    this.drop(id);
  }

  /** Removes an entity that the viewer may no longer see, but may see again later. */
  drop(id: string): void {
    this.#confirmed.delete(id);
    this.#pending.delete(id);
    this.#changed([id]);
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  /**
   * Applies an optimistic change on top of the confirmed entity and its updates. Returns a function that takes the change
   * back: call it when the call has failed, or has succeeded and its answer was `patch`ed in.
   */
  applyOptimistic(id: string, change: (entity: T) => T): () => void {
    this.#pending.set(id, [...(this.#pending.get(id) ?? []), change]);
    this.#show([id]);
    return () => {
      const rest = (this.#pending.get(id) ?? []).filter((other) => other !== change);
      if (rest.length) this.#pending.set(id, rest);
      else this.#pending.delete(id);
      this.#show([id]);
    };
  }

  ids(): string[] {
    return [...this.#confirmed.keys()];
  }

  confirmed(id: string): T | undefined {
    return this.#confirmed.get(id);
  }

  restore(entities: ReadonlyMap<string, object>): void {
    const news = [...entities].filter(([id]) => !this.#confirmed.has(id) && !this.#removed.has(id));
    // The cast is safe: only this store wrote the entity, in the same build.
    for (const [id, entity] of news) this.#confirmed.set(id, entity as T);
    this.#show(news.map(([id]) => id));
  }

  get(id: string): T | undefined {
    return this.#store.getState().byId[id];
  }

  all(): T[] {
    return Object.values(this.#store.getState().byId);
  }

  /** One entity with its optimistic changes; undefined before it is loaded and after it is removed. */
  useOne(id: string): T | undefined {
    return useStore(this.#store, ({ byId }) => byId[id]);
  }

  /** The entities of a list in its order, without removed ones. */
  useList(ids: readonly string[]): T[] {
    const found = useStore(
      this.#store,
      useShallow(({ byId }: Shown<T>) => ids.map((id) => byId[id])),
    );
    return useMemo(() => found.filter((entity) => entity !== undefined), [found]);
  }

  clear(): void {
    this.#confirmed.clear();
    this.#removed.clear();
    this.#pending.clear();
    this.#store.setState({ byId: {} });
  }
}

/**
 * Creates a normalized entity store (architecture.md, 'Web state'). `rev` orders the fields named in `byRev`, `version` the
 * rest, so stale data never overwrites newer data, in whatever order answers and messages arrive.
 */
export const createEntities = <T extends object>(options: Options<T>): Entities<T> => new Entities<T>(options);
