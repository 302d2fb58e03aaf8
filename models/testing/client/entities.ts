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
  /** Fields that are older than their entity's order says, each with its own, by entity. */
  readonly #lagging = new Map<string, Map<string, Fields>>();
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
    this.#byId.set(
      id,
      current ? this.#merged(current, entity, this.#changed.get(id), since, this.#laggingOf(id)) : this.#withEarly(id, entity, since ?? 0),
    );
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

  #laggingOf(id: string): Map<string, Fields> {
    const lagging = this.#lagging.get(id) ?? new Map<string, Fields>();
    this.#lagging.set(id, lagging);
    return lagging;
  }

  #merged<E extends object>(
    current: E,
    next: Partial<E>,
    changed: Readonly<Record<string, number>> = {},
    since?: number,
    lagging: Map<string, Fields> = new Map(),
  ): E {
    const before = (field: string): Fields => lagging.get(field) ?? (current as Fields);
    const fresh = Object.entries(next).filter(([field]) => !isStale(this.#orderOf(field), before(field), next as Fields, changed, since));
    this.#updateLagging(lagging, current as Fields, next as Fields, new Set(fresh.map(([field]) => field)));
    return { ...current, ...(Object.fromEntries(fresh) as Partial<E>) };
  }

  #updateLagging(lagging: Map<string, Fields>, current: Fields, next: Fields, fresh: ReadonlySet<string>): void {
    for (const [field, order] of this.#orders) {
      const difference = compareBy(order, next, current);
      if (difference === undefined || order.split(' ').includes(field)) continue;
      if (!(field in next)) {
        if (difference > 0 && field in current && !lagging.has(field)) lagging.set(field, current);
      } else if (difference >= 0) lagging.delete(field);
      else if (fresh.has(field)) lagging.set(field, next);
    }
  }

  #noteChange(id: string, fields: object): void {
    const at = this.#tick();
    this.#changed.set(id, { ...this.#changed.get(id), ...Object.fromEntries(this.#ordersOf(fields).map((order) => [order, at])) });
  }

  /** Merges some fields of a message or an own action; ignored if the entity is not loaded. */
  patch(id: string, fields: Partial<T>): void {
    const current = this.#byId.get(id);
    if (!current) return;
    this.#byId.set(id, this.#merged(current, fields, undefined, undefined, this.#laggingOf(id)));
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
    this.#lagging.delete(id);
    this.#early.delete(id);
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }
}

/** Whether an order of `next` is lower; where it cannot be compared, whether a change came after the request. */
function isStale(order: string, current: Fields, next: Fields, changed: Readonly<Record<string, number>>, since?: number): boolean {
  const difference = compareBy(order, next, current);
  return difference === undefined ? since !== undefined && (changed[order] ?? 0) > since : difference < 0;
}

/** Compares two states by an order: negative if `a` is older. Undefined where either has none. */
function compareBy(order: string, a: Fields, b: Fields): number | undefined {
  for (const field of order.split(' ')) {
    const [ours, theirs] = [a[field], b[field]];
    if (!isComparable(ours) || !isComparable(theirs)) return undefined;
    if (ours !== theirs) return ours < theirs ? -1 : 1;
  }
  return 0;
}
