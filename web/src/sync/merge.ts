import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * Names of fields, by the field that orders them: `{ rev: ['Likes'], Like_Version: ['Is_Liked'] }`. Of two fields
 * (`'Request_ID Request_Version'`) the first that differs decides. A name that is no field (`clock`) leaves it to the clock.
 */
export type OrderedFields<T> = Readonly<Record<string, readonly (keyof T & string)[]>>;

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

type Fields = Readonly<Record<string, unknown>>;
type Comparable = number | string | boolean;
const isComparable = (value: unknown): value is Comparable => ['number', 'string', 'boolean'].includes(typeof value);

export class Merger {
  readonly #orders: ReadonlyMap<string, string>;
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
   */
  merge<T extends object>(current: T, next: Partial<T>, changed: ChangeTimes = {}, requestedAt?: number): T {
    const staleOrders = new Set(
      this.ordersOf(next).filter((order) => this.#isStale(order, current as Fields, next as Fields, changed, requestedAt)),
    );
    const fresh = Object.entries(next).filter(([field]) => !staleOrders.has(this.#orderOf(field)));
    return replaceEqualDeep(current, { ...current, ...(Object.fromEntries(fresh) as Partial<T>) });
  }

  #isStale(order: string, current: Fields, next: Fields, changed: ChangeTimes, requestedAt: number | undefined): boolean {
    for (const field of fieldsOf(order)) {
      const [before, after] = [current[field], next[field]];
      if (!isComparable(before) || !isComparable(after)) return requestedAt !== undefined && (changed[order] ?? 0) > requestedAt;
      if (after !== before) return after < before;
    }
    return false;
  }
}
