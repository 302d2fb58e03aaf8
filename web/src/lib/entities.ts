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
function newest<T extends object>(known: T & Revised, next: Partial<T> & Revised, byRev: ReadonlySet<string>): T {
  const staleCounts = olderThan(next.rev, known.rev);
  const staleRest = olderThan(next.version, known.version);
  const kept = Object.entries(next).filter(([key]) => !(byRev.has(key) ? staleCounts : staleRest));
  return replaceEqualDeep(known, { ...known, ...(Object.fromEntries(kept) as Partial<T>) });
}

interface Options<T> {
  /** The counters of `T`, and the viewer's own fields that change with them. */
  byRev?: readonly (keyof T & string)[];
  /** The field that holds the id. */
  key?: keyof T & string;
}

class Entities<T extends object> {
  readonly #counters: ReadonlySet<string>;
  readonly #key: keyof T;
  readonly #truth = new Map<string, T>();
  readonly #removed = new Set<string>();
  readonly #pending = new Map<string, ((entity: T) => T)[]>();
  readonly #store = createStore<Shown<T>>(() => ({ byId: {} }));

  constructor({ byRev = [], key = 'ID' as keyof T & string }: Options<T>) {
    this.#counters = new Set<string>([...byRev, 'rev']);
    this.#key = key;
    onClear(() => this.clear());
  }

  #show(ids: readonly string[]): void {
    const byId = { ...this.#store.getState().byId };
    for (const id of ids) {
      const entity = this.#truth.get(id);
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
      const known = this.#truth.get(id);
      this.#truth.set(id, known ? newest(known, entity, this.#counters) : entity);
      ids.push(id);
    }
    this.#show(ids);
    return ids;
  }

  /** Applies some fields of an object that is known; of one that is not, there is nothing to change. */
  patch(id: string, fields: Partial<T>): void {
    const known = this.#truth.get(id);
    if (!known) return;
    this.#truth.set(id, newest(known, fields, this.#counters));
    this.#show([id]);
  }

  /** Gone for good: a late answer does not bring it back. */
  remove(id: string): void {
    this.#removed.add(id);
    this.drop(id);
  }

  /** No longer to be seen by this viewer, but it may come back. */
  drop(id: string): void {
    this.#truth.delete(id);
    this.#pending.delete(id);
    this.#show([id]);
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  /**
   * Shows a change before the server has said yes, over whatever else arrives meanwhile. The function it answers takes the
   * change back; call it when the answer has come (after `patch`ing what it says) or has failed.
   */
  expect(id: string, change: (entity: T) => T): () => void {
    this.#pending.set(id, [...(this.#pending.get(id) ?? []), change]);
    this.#show([id]);
    return () => {
      const rest = (this.#pending.get(id) ?? []).filter((other) => other !== change);
      if (rest.length) this.#pending.set(id, rest);
      else this.#pending.delete(id);
      this.#show([id]);
    };
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
    this.#truth.clear();
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
