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

/** What else a feature keeps of what one person saw: it goes with the entities. */
export const onClear = (clear: () => void): void => void everyStore.add(clear);

/** Another person looks at the screen: nothing of what the last one saw stays. */
export const clearEntities = (): void => {
  for (const clear of everyStore) clear();
};

const olderThan = (a: number | undefined, b: number | undefined): boolean => a !== undefined && b !== undefined && a < b;

/**
 * The half of `next` that its counters' revision or its version does not make older than what is known; what says nothing new is
 * the very object that was known, and redraws nothing.
 */
function mergeNewer<T extends object>(current: T & Revised, next: Partial<T> & Revised, byRev: ReadonlySet<string>): T {
  const staleCounts = olderThan(next.rev, current.rev);
  const staleRest = olderThan(next.version, current.version);
  const fresh = Object.entries(next).filter(([key]) => !(byRev.has(key) ? staleCounts : staleRest));
  return replaceEqualDeep(current, { ...current, ...(Object.fromEntries(fresh) as Partial<T>) });
}

/** What keeps things for when there is no network needs of a store. */
interface NamedStore {
  ids(): string[];
  /** As the server said it; undefined where it is not known any more. */
  confirmed(id: string): object | undefined;
  /** Puts in what is kept of an earlier visit: it never changes what is known already. */
  restore(entities: ReadonlyMap<string, object>): void;
}
const named = new Map<string, NamedStore>();
const changeListeners = new Set<(store: string, ids: readonly string[]) => void>();
let restored: ReadonlyMap<string, ReadonlyMap<string, object>> = new Map();
onClear(() => {
  restored = new Map();
});

/** The stores that are kept for when there is no network, by name. A feature's store is there once the feature was loaded. */
export const namedStores: ReadonlyMap<string, NamedStore> = named;

/** Called with what an answer or a message has changed in a named store. */
export const onEntitiesChanged = (listener: (store: string, ids: readonly string[]) => void): void => void changeListeners.add(listener);

/** Shows what is kept of an earlier visit, by store and id; also in the stores of features that are loaded later. */
export function restoreEntities(cached: ReadonlyMap<string, ReadonlyMap<string, object>>): void {
  restored = cached;
  for (const [name, entities] of cached) named.get(name)?.restore(entities);
}

interface Options<T> {
  /** Kept under this name for when there is no network; without one, things are gone with the page. */
  name?: string;
  /** The counters of `T`, and the viewer's own fields that change with them. */
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

  /** Puts fetched or announced objects in; answers their ids without those that were removed. */
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

  /** Applies some fields of an object that is known; of one that is not, there is nothing to change. */
  patch(id: string, fields: Partial<T>): void {
    const current = this.#confirmed.get(id);
    if (!current) return;
    this.#confirmed.set(id, mergeNewer(current, fields, this.#counters));
    this.#changed([id]);
  }

  /** Gone for good: a late answer does not bring it back. */
  remove(id: string): void {
    this.#removed.add(id);
    this.drop(id);
  }

  /** No longer to be seen by this viewer, but it may come back. */
  drop(id: string): void {
    this.#confirmed.delete(id);
    this.#pending.delete(id);
    this.#changed([id]);
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  /**
   * Shows a change before the server has said yes, over whatever else arrives meanwhile. The function it answers takes the
   * change back; call it when the answer has come (after `patch`ing what it says) or has failed.
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
    // Only this store wrote it, in the same build.
    for (const [id, entity] of news) this.#confirmed.set(id, entity as T);
    this.#show(news.map(([id]) => id));
  }

  get(id: string): T | undefined {
    return this.#store.getState().byId[id];
  }

  all(): T[] {
    return Object.values(this.#store.getState().byId);
  }

  /** One thing, as shown; undefined while unknown, and once removed. */
  useOne(id: string): T | undefined {
    return useStore(this.#store, ({ byId }) => byId[id]);
  }

  /** The things of a list, in its order, without those that are gone. */
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
 * What things are, once each, by id (architecture.md, 'Web state'). `rev` decides about the fields that `byRev` names, and
 * `version` about the rest, so what is older never sets back what is newer, in whatever order answers and messages come.
 */
export const createEntities = <T extends object>(options: Options<T>): Entities<T> => new Entities<T>(options);
