import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { onUserChange } from '@/lib/user-change';
import { advanceClock } from './logical-clock';
import { type ChangeTimes, Merger, type OrderedFields, ordersOf } from './merge';
import { type NamedStore, notifyEntitiesChanged, registerStore } from './named-stores';
import type { EntityRef, Referred, ReferredStore } from './refs';
import { renderableStore, type Shown } from './renderable-store';

interface EntityOptions<T> {
  /** Name in the offline cache; without one, entities last as long as the page. */
  name?: string;
  /** The field that holds the id. */
  key?: keyof T & string;
  /**
   * Fields ordered by another field than `version`: counters by `rev`, the viewer's own state by its own version. A field may
   * order itself: `{ read: ['read'] }` never becomes false again.
   */
  orderedBy?: OrderedFields<T>;
  /** Fields that only some calls answer: null does not replace a value. */
  optional?: readonly (keyof T & string)[];
  /** People and societies whose names and pictures the entity shows. */
  refs?: readonly EntityRef<T>[];
}

/** Own state that arrived before its entity was loaded. */
interface EarlyState<T> {
  fields: Partial<T>;
  at: number;
}

const versionOf = (entity: object): number => (entity as { version?: number }).version ?? 0;

/** Most entities whose early state is remembered. */
const maxEarly = 500;

export class EntityStore<T extends object> implements NamedStore, ReferredStore<Referred> {
  readonly #merger: Merger;
  readonly #key: keyof T;
  readonly #name: string | undefined;
  readonly #refs: readonly EntityRef<T>[];
  readonly #optional: readonly (keyof T & string)[];
  readonly #confirmed = new Map<string, T>();
  /** Version of each removal; the entity may come back with a higher one. */
  readonly #removed = new Map<string, number>();
  readonly #restored = new Set<string>();
  readonly #changed = new Map<string, ChangeTimes>();
  readonly #early = new Map<string, EarlyState<T>>();
  readonly #pending = new Map<string, ((entity: T) => T)[]>();
  readonly #listeners = new Set<(ids: readonly string[]) => void>();
  readonly #store = renderableStore<T>();

  constructor({ orderedBy = {}, key = 'ID' as keyof T & string, name, refs = [], optional = [] }: EntityOptions<T>) {
    this.#merger = new Merger(ordersOf(orderedBy));
    this.#key = key;
    this.#name = name;
    this.#refs = refs;
    this.#optional = optional;
    onUserChange(() => this.clear());
    for (const ref of refs) ref.store.onChange((ids) => this.#referredChanged(ref, ids));
    if (name !== undefined) registerStore(name, this);
  }

  #notify(ids: readonly string[]): void {
    this.#show(ids);
    for (const listener of this.#listeners) listener(ids);
    if (this.#name !== undefined) notifyEntitiesChanged(this.#name, ids);
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

  #noteChange(id: string, fields: object): void {
    const at = advanceClock();
    const times = Object.fromEntries(this.#merger.ordersOf(fields).map((order) => [order, at]));
    this.#changed.set(id, { ...this.#changed.get(id), ...times });
  }

  #referredChanged(ref: EntityRef<T>, ids: readonly string[]): void {
    const changed: string[] = [];
    for (const [id, entity] of this.#confirmed) {
      const referred = ref.idsOf(entity).filter((each) => ids.includes(each));
      const next = referred.reduce((each, of) => this.#withReferred(ref, each, of), entity);
      if (next === entity) continue;
      this.#confirmed.set(id, next);
      changed.push(id);
    }
    if (changed.length > 0) this.#notify(changed);
  }

  #withReferred(ref: EntityRef<T>, entity: T, of: string): T {
    const referred = ref.store.confirmed(of);
    return referred ? ref.apply(entity, referred) : entity;
  }

  /** Replaces names in a stale answer by those that messages brought after it was requested. */
  #withCurrentRefs(entity: T, requestedAt: number): T {
    let current = entity;
    for (const ref of this.#refs)
      for (const id of ref.idsOf(entity)) if (ref.store.changedAt(id) > requestedAt) current = this.#withReferred(ref, current, id);
    return current;
  }

  /** An answer without the optional fields that it lacks. */
  #withoutLacking(entity: T): Partial<T> {
    const lacking = this.#optional.filter((field) => entity[field] === null);
    if (lacking.length === 0) return entity;
    return Object.fromEntries(Object.entries(entity).filter(([field]) => !lacking.includes(field as keyof T & string))) as Partial<T>;
  }

  /** A new entity with own state that arrived before it. */
  #withEarly(id: string, entity: T, requestedAt: number): T {
    const early = this.#early.get(id);
    if (!early) return entity;
    this.#early.delete(id);
    // The answer is merged over the early state as if that had been loaded: its order, or else its time, decides.
    const times = Object.fromEntries(this.#merger.ordersOf(early.fields).map((order) => [order, early.at]));
    this.#changed.set(id, times);
    return this.#merger.merge({ ...entity, ...early.fields }, entity, times, requestedAt);
  }

  /**
   * Merges fetched or broadcast entities; returns their ids without those that were removed.
   * @param requestedAt logical time of the request; without it the entities are as current as a message
   */
  merge(fetched: readonly T[], requestedAt?: number): string[] {
    const ids: string[] = [];
    for (const each of fetched) {
      const id = String(each[this.#key]);
      if (this.#removed.has(id) && !this.revive(id, versionOf(each))) continue;
      const entity = requestedAt === undefined ? each : this.#withCurrentRefs(each, requestedAt);
      const current = this.#confirmed.get(id);
      const next = current
        ? this.#merger.merge(current, this.#withoutLacking(entity), this.#changed.get(id), requestedAt, id)
        : this.#withEarly(id, entity, requestedAt ?? 0);
      this.#confirmed.set(id, next);
      this.#restored.delete(id);
      if (requestedAt === undefined) this.#noteChange(id, each);
      ids.push(id);
    }
    this.#notify(ids);
    return ids;
  }

  /** Merges some fields from a message or an own action; ignored if the entity is not in the store. */
  patch(id: string, fields: Partial<T>): void {
    const current = this.#confirmed.get(id);
    if (!current) return;
    const next = this.#merger.merge(current, fields, undefined, undefined, id);
    this.#noteChange(id, fields);
    if (next === current) return;
    this.#confirmed.set(id, next);
    this.#notify([id]);
  }

  /** Merges the viewer's own state; also if the entity is not loaded yet, since an answer may be on its way without it. */
  patchOwn(id: string, fields: Partial<T>): void {
    if (this.#confirmed.has(id)) {
      this.patch(id, fields);
      return;
    }
    const before = this.#early.get(id)?.fields ?? {};
    this.#early.delete(id);
    this.#early.set(id, { fields: this.#merger.merge(before as T, fields), at: advanceClock() });
    const [oldest] = this.#early.keys();
    if (this.#early.size > maxEarly && oldest !== undefined) this.#early.delete(oldest);
  }

  /**
   * Removes an entity: a late answer does not bring it back.
   * @param version of the removal, by a message: a higher one brings the entity back. Without one it is removed for good, or
   * until a message says the version
   * @returns false, and nothing is removed, if the entity has been restored since
   */
  remove(id: string, version = this.#removed.get(id) ?? Number.POSITIVE_INFINITY): boolean {
    const current = this.#confirmed.get(id);
    if (current && versionOf(current) >= version) return false;
    this.#removed.set(id, version);
    this.drop(id);
    return true;
  }

  /** Lets a removed entity come back if this version is from after its removal. Returns whether it may. */
  revive(id: string, version: number): boolean {
    const removal = this.#removed.get(id);
    return removal !== undefined && version > removal && this.#removed.delete(id);
  }

  /** Removes an entity that the viewer may no longer see, but may see again later. */
  drop(id: string): void {
    this.#confirmed.delete(id);
    this.#pending.delete(id);
    this.#changed.delete(id);
    this.#merger.forget(id);
    this.#early.delete(id);
    this.#restored.delete(id);
    this.#notify([id]);
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  /**
   * Applies an optimistic change on top of the confirmed entity and its updates. Returns the rollback: call it when the call
   * has failed, or has succeeded and its answer was `patch`ed in.
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

  ids = (): string[] => [...this.#confirmed.keys()];

  confirmed<R = T>(id: string): R | undefined {
    return this.#confirmed.get(id) as R | undefined;
  }

  /** Logical time of the last change by a message or an own action; 0 if there was none. */
  changedAt(id: string): number {
    return Math.max(0, ...Object.values(this.#changed.get(id) ?? {}));
  }

  /** Calls the listener with the ids of changed entities. */
  onChange(listener: (ids: readonly string[]) => void): void {
    this.#listeners.add(listener);
  }

  restore(entities: ReadonlyMap<string, object>): void {
    const news = [...entities].filter(([id]) => !this.#confirmed.has(id) && !this.#removed.has(id));
    // The cast is safe: only this store wrote the entity, in the same build.
    for (const [id, entity] of news) this.#confirmed.set(id, this.#withEarly(id, entity as T, 0));
    for (const [id] of news) this.#restored.add(id);
    this.#show(news.map(([id]) => id));
  }

  /** Whether an entity is of an earlier visit, and no answer has brought it since. */
  isRestored = (id: string): boolean => this.#restored.has(id);

  setRendered(): void {
    this.#restored.clear();
    this.#store.setRendered();
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

  /** A part of one entity: changes of its other parts do not rerender. */
  useSelected<R>(id: string, select: (entity: T | undefined) => R): R {
    return useStore(this.#store, ({ byId }) => select(byId[id]));
  }

  /** The entities of a list in its order, without removed ones; the same array while nothing of it changes. */
  useList(ids: readonly string[], matches: (entity: T) => boolean = () => true): T[] {
    const isListed = (entity: T | undefined): entity is T => entity !== undefined && matches(entity);
    return useStore(
      this.#store,
      useShallow(({ byId }: Shown<T>) => ids.map((id) => byId[id]).filter(isListed)),
    );
  }

  clear(): void {
    this.#confirmed.clear();
    this.#removed.clear();
    this.#changed.clear();
    this.#merger.clear();
    this.#early.clear();
    this.#pending.clear();
    this.#store.setState({ byId: {} });
  }
}

/**
 * Creates a normalized entity store (docs/sync.md). Stale data never overwrites newer data, in whatever order answers and
 * messages arrive.
 */
export const createEntities = <T extends object>(options: EntityOptions<T>): EntityStore<T> => new EntityStore<T>(options);
