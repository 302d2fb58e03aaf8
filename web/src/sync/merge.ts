import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * Names of fields, by the field that orders them: `{ rev: ['Likes'], Like_Version: ['Is_Liked'] }`. Of two fields
 * (`'Request_ID Request_Version'`) the first that differs decides. A name that is no field (`clock`) leaves it to the clock.
 */
export type OrderedFields<T> = Readonly<Record<string, readonly (keyof T & string)[]>>;

type Fields = Readonly<Record<string, unknown>>;

/** Logical times at which live messages or own actions changed an entity, by the field that orders the change. */
export type ChangeTimes = Readonly<Record<string, number>>;

/** Orders fields that no other field orders. */
const defaultOrder = 'version';

const fieldsOf = (order: string): string[] => order.split(' ');

/** The order of each field that is not ordered by `version`. */
export function ordersOf<T>(fields: OrderedFields<T>): ReadonlyMap<string, string> {
  const pairs = Object.entries(fields).flatMap(([order, names]) => [...names, ...fieldsOf(order)].map((name) => [name, order] as const));
  return new Map(pairs);
}

type Comparable = number | string | boolean;
const isComparable = (value: unknown): value is Comparable => ['number', 'string', 'boolean'].includes(typeof value);

export class Merger {
  readonly #orders: ReadonlyMap<string, string>;
  /**
   * Fields that are older than their entity's order says, each with its own order, by entity: a message with a higher order did
   * not have them. Without this, a new role would be ignored if counters from after it had come first.
   */
  readonly #lagging = new Map<string, Map<string, Fields>>();

  constructor(orders: ReadonlyMap<string, string>) {
    this.#orders = orders;
  }

  #orderOf(field: string): string {
    return this.#orders.get(field) ?? defaultOrder;
  }

  /** The orders of some fields. */
  ordersOf(fields: object): string[] {
    return [...new Set(Object.keys(fields).map((field) => this.#orderOf(field)))];
  }

  /**
   * Merges `next` into `current`, field by field. A field is ignored if its order is lower than the current one; where either
   * side has no order, if it was changed after the answer was requested. Returns the same object if nothing changes, so nothing
   * rerenders.
   * @param requestedAt logical time of the request for an answer; undefined for messages and own actions, which are current
   * @param id of the entity; without one, every field is as old as `current` says
   */
  merge<T extends object>(current: T, next: Partial<T>, changed: ChangeTimes = {}, requestedAt?: number, id?: string): T {
    const lagging = this.#lagging.get(id ?? '');
    const isStaleAfter = (order: string, before: Fields) => this.#isStale(order, before, next as Fields, changed, requestedAt);
    const staleOrders = new Set(this.ordersOf(next).filter((order) => isStaleAfter(order, current as Fields)));
    const isStale = (field: string): boolean => {
      const [order, own] = [this.#orderOf(field), lagging?.get(field)];
      return own ? isStaleAfter(order, own) : staleOrders.has(order);
    };
    const fresh = Object.entries(next).filter(([field]) => !isStale(field));
    if (id !== undefined) this.#updateLagging(id, current as Fields, next as Fields, new Set(fresh.map(([field]) => field)));
    return replaceEqualDeep(current, { ...current, ...(Object.fromEntries(fresh) as Partial<T>) });
  }

  /** Notes the fields that a message of a higher order lacks, or that one of a lower order has brought up to its own. */
  #updateLagging(id: string, current: Fields, next: Fields, fresh: ReadonlySet<string>): void {
    const lagging = this.#lagging.get(id) ?? new Map<string, Fields>();
    for (const [field, order] of this.#orders) {
      const difference = compareBy(order, next, current);
      if (difference === undefined || fieldsOf(order).includes(field)) continue;
      if (!(field in next)) {
        if (difference > 0 && field in current && !lagging.has(field)) lagging.set(field, orderIn(current, order));
      } else if (difference >= 0) lagging.delete(field);
      else if (fresh.has(field)) lagging.set(field, orderIn(next, order));
    }
    if (lagging.size > 0) this.#lagging.set(id, lagging);
    else this.#lagging.delete(id);
  }

  /** Forgets an entity that is dropped. */
  forget(id: string): void {
    this.#lagging.delete(id);
  }

  clear(): void {
    this.#lagging.clear();
  }

  #isStale(order: string, current: Fields, next: Fields, changed: ChangeTimes, requestedAt: number | undefined): boolean {
    const difference = compareBy(order, next, current);
    return difference === undefined ? requestedAt !== undefined && (changed[order] ?? 0) > requestedAt : difference < 0;
  }
}

/** The fields of an order. */
const orderIn = (fields: Fields, order: string): Fields => Object.fromEntries(fieldsOf(order).map((field) => [field, fields[field]]));

/** Compares two states by an order: negative if `a` is older. Undefined where either has none. */
function compareBy(order: string, a: Fields, b: Fields): number | undefined {
  for (const field of fieldsOf(order)) {
    const [ours, theirs] = [a[field], b[field]];
    if (!isComparable(ours) || !isComparable(theirs)) return undefined;
    if (ours !== theirs) return ours < theirs ? -1 : 1;
  }
  return 0;
}
