import { onUserChange } from '@/lib/user-change';

/** The part of an entity store that the offline cache uses. */
export interface NamedStore {
  ids(): string[];
  /** The entity without optimistic changes; undefined if it is not in the store. */
  confirmed(id: string): object | undefined;
  /** Adds cached entities of an earlier visit; never changes an entity that is already in the store. */
  restore(entities: ReadonlyMap<string, object>): void;
  /** Notes the present state as the one that the page was rendered from: React hydrates the page with it. */
  setRendered(): void;
}
const named = new Map<string, NamedStore>();
const changeListeners = new Set<(store: string, ids: readonly string[]) => void>();
let restored: ReadonlyMap<string, ReadonlyMap<string, object>> = new Map();
let isRendered = false;
onUserChange(() => {
  restored = new Map();
  isRendered = false;
});

/** The stores that are cached for offline use, by name. A feature's store is registered when the feature is loaded. */
export const namedStores: ReadonlyMap<string, NamedStore> = named;

/** Registers a store, and restores its cached entities if they were read before. */
export function registerStore(name: string, store: NamedStore): void {
  named.set(name, store);
  const cached = restored.get(name);
  if (cached) store.restore(cached);
  if (isRendered) store.setRendered();
}

/** Calls the listener with the ids that an answer or a message has changed in a named store. */
export const onEntitiesChanged = (listener: (store: string, ids: readonly string[]) => void): void => void changeListeners.add(listener);

export const notifyEntitiesChanged = (store: string, ids: readonly string[]): void => {
  for (const listener of changeListeners) listener(store, ids);
};

/** Restores cached entities by store and id, also into stores of features that are loaded later. */
export function restoreEntities(cached: ReadonlyMap<string, ReadonlyMap<string, object>>): void {
  restored = cached;
  for (const [name, entities] of cached) named.get(name)?.restore(entities);
}

/** Restores the entities of a page that the gateway rendered, which React is to hydrate with them. */
export function restoreRendered(entities: ReadonlyMap<string, ReadonlyMap<string, object>>): void {
  restoreEntities(entities);
  isRendered = true;
  for (const store of named.values()) store.setRendered();
}
