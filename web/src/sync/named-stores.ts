import { onUserChange } from '@/lib/user-change';

/** The part of an entity store that the offline cache uses. */
export interface NamedStore {
  ids(): string[];
  /** The entity without optimistic changes; undefined if it is not in the store. */
  confirmed(id: string): object | undefined;
  /** Adds cached entities of an earlier visit; never changes an entity that is already in the store. */
  restore(entities: ReadonlyMap<string, object>): void;
  /** Notes the present state as the one that the page was rendered from: React hydrates the page with it. Its entities are current. */
  setRendered(): void;
}
const named = new Map<string, NamedStore>();
const changeListeners = new Set<(store: string, ids: readonly string[]) => void>();
/** Entities by store and id. */
type Entities = ReadonlyMap<string, ReadonlyMap<string, object>>;
/** Those of an earlier visit, from the offline cache. */
let restored: Entities = new Map();
/** Those that the page was rendered from; null if the gateway has not rendered it. */
let rendered: Entities | null = null;

/** Gives stores that are loaded later no more cached entities. */
export function endRestoringEntities(): void {
  restored = new Map();
}
onUserChange(() => {
  endRestoringEntities();
  rendered = null;
});

const restoreInto = (store: NamedStore, entities: ReadonlyMap<string, object> | undefined): void => entities && store.restore(entities);

/** The stores that are cached for offline use, by name. A feature's store is registered when the feature is loaded. */
export const namedStores: ReadonlyMap<string, NamedStore> = named;

/** Registers a store, and restores its entities: first the rendered ones, which cached ones must not replace. */
export function registerStore(name: string, store: NamedStore): void {
  named.set(name, store);
  restoreInto(store, rendered?.get(name));
  if (rendered) store.setRendered();
  restoreInto(store, restored.get(name));
}

/** Calls the listener with the ids that an answer or a message has changed in a named store. */
export const onEntitiesChanged = (listener: (store: string, ids: readonly string[]) => void): void => void changeListeners.add(listener);

export const notifyEntitiesChanged = (store: string, ids: readonly string[]): void => {
  for (const listener of changeListeners) listener(store, ids);
};

/** Restores cached entities, also into stores of features that are loaded until `endRestoringEntities`. */
export function restoreEntities(cached: Entities): void {
  restored = cached;
  for (const [name, store] of named) restoreInto(store, cached.get(name));
}

/** Restores the entities of a page that the gateway rendered, which React is to hydrate with them. */
export function restoreRendered(entities: Entities): void {
  rendered = entities;
  for (const [name, store] of named) {
    restoreInto(store, entities.get(name));
    store.setRendered();
  }
}
