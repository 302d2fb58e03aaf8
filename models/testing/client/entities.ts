/** Names of fields, by the field (or the two fields) that order them, as `orderedBy` of `web/src/sync/entities.ts`. */
type OrderedBy<T> = Readonly<Record<string, readonly (keyof T & string)[]>>;
type Fields = Readonly<Record<string, unknown>>;

const defaultOrder = 'version';
/** Most entities whose early state is remembered. */
const maxEarly = 500;
const isComparable = (value: unknown): value is number | string | boolean => ['number', 'string', 'boolean'].includes(typeof value);

/** Own state that came before its entity, and when. */
interface EarlyState<T> {
  fields: Partial<T>;
  at: number;
}

/** Things by id, merged field by field as the web app does (docs/sync.md). */
export class ClientEntities<T extends object> {
  readonly #orders: ReadonlyMap<string, string>;
  readonly #tick: () => number;
  readonly #byId = new Map<string, T>();
  readonly #removed = new Set<string>();
  /** Logical times of changes by messages and own actions, by order. */
  readonly #changed = new Map<string, Readonly<Record<string, number>>>();
  readonly #early = new Map<string, EarlyState<T>>();

  /** @param tick advances the logical clock */
  constructor(tick: () => number, orderedBy: OrderedBy<T> = {}) {
    this.#tick = tick;
    const pairs = Object.entries(orderedBy).flatMap(([order, fields]) =>
      [...fields, ...order.split(' ')].map((field) => [field, order] as const),
    );
    this.#orders = new Map(pairs);
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  all(): T[] {
    return [...this.#byId.values()];
  }

  #orderOf(field: string): string {
    return this.#orders.get(field) ?? defaultOrder;
  }

  #ordersOf(fields: object): string[] {
    return [...new Set(Object.keys(fields).map((field) => this.#orderOf(field)))];
  }

  /** Merges an entity: a message without `since`, or an answer that was requested at that logical time. */
  merge(id: string, entity: T, since?: number): void {
    if (this.#removed.has(id)) return;
    const current = this.#byId.get(id);
    this.#byId.set(id, current ? this.#merged(current, entity, this.#changed.get(id), since) : this.#withEarly(id, entity, since ?? 0));
    if (since === undefined) this.#noteChange(id, entity);
  }

  #withEarly(id: string, entity: T, since: number): T {
    const early = this.#early.get(id);
    if (!early) return entity;
    this.#early.delete(id);
    const times = Object.fromEntries(this.#ordersOf(early.fields).map((order) => [order, early.at]));
    this.#changed.set(id, times);
    return this.#merged({ ...entity, ...early.fields }, entity, times, since);
  }

  #merged<E extends object>(current: E, next: Partial<E>, changed: Readonly<Record<string, number>> = {}, since?: number): E {
    const stale = new Set(this.#ordersOf(next).filter((order) => isStale(order, current as Fields, next as Fields, changed, since)));
    const fresh = Object.entries(next).filter(([field]) => !stale.has(this.#orderOf(field)));
    return { ...current, ...(Object.fromEntries(fresh) as Partial<E>) };
  }

  #noteChange(id: string, fields: object): void {
    const at = this.#tick();
    this.#changed.set(id, { ...this.#changed.get(id), ...Object.fromEntries(this.#ordersOf(fields).map((order) => [order, at])) });
  }

  /** Merges some fields of a message or an own action; ignored if the entity is not loaded. */
  patch(id: string, fields: Partial<T>): void {
    const current = this.#byId.get(id);
    if (!current) return;
    this.#byId.set(id, this.#merged(current, fields));
    this.#noteChange(id, fields);
  }

  /** Replaces an entity by one with the current fields of what it refers to. */
  replace(id: string, entity: T): void {
    this.#byId.set(id, entity);
  }

  /** Merges own state, also of an entity that is not loaded yet. */
  patchOwn(id: string, fields: Partial<T>): void {
    if (this.#byId.has(id)) {
      this.patch(id, fields);
      return;
    }
    const before = this.#early.get(id)?.fields ?? {};
    this.#early.delete(id);
    this.#early.set(id, { fields: this.#merged(before as Partial<T>, fields), at: this.#tick() });
    const [oldest] = this.#early.keys();
    if (this.#early.size > maxEarly && oldest !== undefined) this.#early.delete(oldest);
  }

  /** Removes an entity for good. */
  remove(id: string): void {
    this.#removed.add(id);
    this.drop(id);
  }

  /** Removes an entity that may come back. */
  drop(id: string): void {
    this.#byId.delete(id);
    this.#changed.delete(id);
    this.#early.delete(id);
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }
}

/** Whether an order of `next` is lower; where it cannot be compared, whether a change came after the request. */
function isStale(order: string, current: Fields, next: Fields, changed: Readonly<Record<string, number>>, since?: number): boolean {
  for (const field of order.split(' ')) {
    const [before, after] = [current[field], next[field]];
    if (!isComparable(before) || !isComparable(after)) return since !== undefined && (changed[order] ?? 0) > since;
    if (after !== before) return after < before;
  }
  return false;
}
