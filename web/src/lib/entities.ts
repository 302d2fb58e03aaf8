import { useMemo } from 'react';
import { createStore, useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

export interface Entity {
  rev?: number;
  version?: number;
}

interface Shown<T> {
  byId: Readonly<Record<string, T>>;
}

const everyStore = new Set<() => void>();

/** Another person looks at the screen: nothing of what the last one saw stays. */
export const clearEntities = (): void => {
  for (const clear of everyStore) clear();
};

const olderThan = (a: number | undefined, b: number | undefined): boolean => a !== undefined && b !== undefined && a < b;

/** The half of `next` that its counters' revision or its version does not make older than what is known. */
function newest<T extends Entity>(known: T, next: Partial<T>, byRev: ReadonlySet<string>): T {
  const staleCounts = olderThan(next.rev, known.rev);
  const staleRest = olderThan(next.version, known.version);
  const kept = Object.entries(next).filter(([key]) => !(byRev.has(key) ? staleCounts : staleRest));
  return { ...known, ...(Object.fromEntries(kept) as Partial<T>) };
}

/**
 * What things are, once each, by id (architecture.md, 'Web state'). `byRev` names the counters of `T`, and the viewer's own
 * fields that change with them: `rev` decides about these, `version` about the rest, so what is older never sets back
 * what is newer, in whatever order answers and messages come. `key` names the field that holds the id (`ID` unless told).
 */
export function createEntities<T extends Entity>({ byRev = [], key = 'ID' }: { byRev?: readonly (keyof T & string)[]; key?: string }) {
  const idOf = (entity: T): string => String((entity as Record<string, unknown>)[key]);
  const counters = new Set<string>([...byRev, 'rev']);
  const truth = new Map<string, T>();
  const removed = new Set<string>();
  const pending = new Map<string, ((entity: T) => T)[]>();
  const store = createStore<Shown<T>>(() => ({ byId: {} }));

  const show = (ids: readonly string[]): void => {
    const byId = { ...store.getState().byId };
    for (const id of ids) {
      const entity = truth.get(id);
      if (entity) byId[id] = (pending.get(id) ?? []).reduce((shown, change) => change(shown), entity);
      else delete byId[id];
    }
    store.setState({ byId });
  };
  const clear = (): void => {
    truth.clear();
    removed.clear();
    pending.clear();
    store.setState({ byId: {} });
  };
  everyStore.add(clear);

  const entities = {
    /** Puts fetched or announced objects in; answers their ids without those that were removed. */
    merge(fetched: readonly T[]): string[] {
      const living = fetched.filter((entity) => !removed.has(idOf(entity)));
      for (const entity of living) {
        const known = truth.get(idOf(entity));
        truth.set(idOf(entity), known ? newest(known, entity, counters) : entity);
      }
      const ids = living.map(idOf);
      show(ids);
      return ids;
    },
    /** Applies some fields of an object that is known; of one that is not, there is nothing to change. */
    patch(id: string, fields: Partial<T>): void {
      const known = truth.get(id);
      if (!known) return;
      truth.set(id, newest(known, fields, counters));
      show([id]);
    },
    /** Gone for good: a late answer does not bring it back. */
    remove(id: string): void {
      removed.add(id);
      entities.drop(id);
    },
    /** No longer to be seen by this viewer, but it may come back. */
    drop(id: string): void {
      truth.delete(id);
      pending.delete(id);
      show([id]);
    },
    isRemoved: (id: string): boolean => removed.has(id),
    /**
     * Shows a change before the server has said yes, over whatever else arrives meanwhile. The function it answers takes the
     * change back; call it when the answer has come (after `patch`ing what it says) or has failed.
     */
    expect(id: string, change: (entity: T) => T): () => void {
      pending.set(id, [...(pending.get(id) ?? []), change]);
      show([id]);
      return () => {
        const rest = (pending.get(id) ?? []).filter((other) => other !== change);
        if (rest.length) pending.set(id, rest);
        else pending.delete(id);
        show([id]);
      };
    },
    get: (id: string): T | undefined => store.getState().byId[id],
    all: (): T[] => Object.values(store.getState().byId),
    /** One thing, as shown; undefined while unknown, and once removed. */
    use: (id: string): T | undefined => useStore(store, ({ byId }) => byId[id]),
    /** The things of a list, in its order, without those that are gone. */
    useList(ids: readonly string[]): T[] {
      const found = useStore(
        store,
        useShallow(({ byId }: Shown<T>) => ids.map((id) => byId[id])),
      );
      return useMemo(() => found.filter((entity) => entity !== undefined), [found]);
    },
    clear,
  };
  return entities;
}
