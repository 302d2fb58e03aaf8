import type { Model } from 'mongoose';
import { badCursor, packCursor, unpackCursor } from './cursor.js';
import type { Id } from './model.js';

type Value = Date | number | string;
/** Fields and directions of a list, then `_id` in the direction of the first. */
export type Order = readonly (readonly [field: string, direction: 1 | -1, kind: 'date' | 'number' | 'string'])[];
/** Where a list was left: the values of its order's fields, and the item's id. */
export interface Place {
  values: Value[];
  id: Id;
}

interface Walk<T> {
  model: Model<T>;
  /** One ordered read of an index each; no document may be in two of them. */
  reads: readonly Record<string, unknown>[];
  order: Order;
  /** No two documents share the first field's value, and its index ends there. */
  isUnique?: boolean;
  from: Place | null;
  limit: number;
  /** What of a batch the viewer gets, in its order; all of it without. */
  keep?: (batch: T[]) => Promise<T[]> | T[];
}

const batchSize = 200;
/** A search that finds little goes on with the next call. */
const longestWalk = 1000;

const valueAt = (doc: unknown, path: string): Value =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], doc) as Value;

export const placeOf = <T extends { _id: Id }>(doc: T, order: Order): Place => ({
  values: order.map(([field]) => valueAt(doc, field)),
  id: doc._id,
});

const idDirection = (order: Order): 1 | -1 => order[0]?.[1] ?? 1;

/** What comes after a place, with the first field's range outside of the `$or`, so that an index bounds it. */
export function past(order: Order, place: Place | null): Record<string, unknown> {
  const [first] = order;
  if (!place || !first) return {};
  const steps = [
    ...order.map(([field, direction], at) => [field, direction, place.values[at]] as const),
    ['_id', idDirection(order), place.id] as const,
  ];
  const branches = steps.map(([field, direction, value], at) => ({
    ...Object.fromEntries(steps.slice(0, at).map(([before, , same]) => [before, same])),
    [field]: { [direction === 1 ? '$gt' : '$lt']: value },
  }));
  return { $and: [{ [first[0]]: { [first[1] === 1 ? '$gte' : '$lte']: place.values[0] } }, { $or: branches }] };
}

const rank = (value: Value): number | string => (value instanceof Date ? value.getTime() : value);

/** Which of two places of a list comes first. */
export function compare(a: Place, b: Place, order: Order): number {
  for (const [at, [, direction]] of order.entries()) {
    const [left, right] = [rank(a.values[at] as Value), rank(b.values[at] as Value)];
    if (left !== right) return (left < right ? -1 : 1) * direction;
  }
  return String(a.id) < String(b.id) ? -idDirection(order) : idDirection(order);
}

async function nextBatch<T extends { _id: Id }>(
  { model, reads, order, isUnique }: Walk<T>,
  from: Place | null,
  size: number,
): Promise<T[]> {
  const sort = {
    ...Object.fromEntries(order.map(([field, direction]) => [field, direction])),
    ...(isUnique ? {} : { _id: idDirection(order) }),
  };
  const parts = await Promise.all(
    reads.map((read) =>
      model
        .find({ ...read, ...past(order, from) } as never)
        .sort(sort)
        .limit(size)
        .lean(),
    ),
  );
  const all = (parts as T[][]).flat();
  if (reads.length > 1) all.sort((a, b) => compare(placeOf(a, order), placeOf(b, order), order));
  return all.slice(0, size);
}

/**
 * One page of a list that is several ordered reads merged, never a join and never a sort of what grows. `end` says where the
 * next page begins, null after the last; it is told also when a search stopped before its page was full.
 */
export async function walk<T extends { _id: Id }>(options: Walk<T>): Promise<{ items: T[]; end: Place | null }> {
  const { order, limit, keep } = options;
  const size = keep ? batchSize : limit + 1;
  const items: T[] = [];
  let place = options.from;
  for (let walked = 0; walked < longestWalk; walked += size) {
    const batch = await nextBatch(options, place, size);
    items.push(...(keep ? await keep(batch) : batch));
    const [last, beyond] = [items[limit - 1], items[limit]];
    if (last && beyond) return { items: items.slice(0, limit), end: placeOf(last, order) };
    const lastWalked = batch.at(-1);
    if (!lastWalked || batch.length < size) return { items, end: null };
    place = placeOf(lastWalked, order);
  }
  return { items, end: place };
}

/** A place as a cursor; `note` is what the list must remember besides. */
export const encodePlace = ({ values, id }: Place, note = ''): string =>
  packCursor(id, 's', JSON.stringify([note, ...values.map((value) => (value instanceof Date ? { at: value.getTime() } : value))]));

/** Reads such a cursor; null without one. Throws validation_failed where it is none, or is of a list in another order. */
export function decodePlace(text: string | undefined, order: Order): { place: Place; note: string } | null {
  const cursor = unpackCursor(text, 's');
  if (!cursor) return null;
  try {
    const [note, ...values] = JSON.parse(cursor.rest) as [string, ...(string | number | { at: number })[]];
    const read = values.map((value) => (typeof value === 'object' ? new Date(value.at) : value));
    if (typeof note !== 'string' || read.length !== order.length || !order.every(([, , kind], at) => isOf(kind, read[at])))
      throw new Error('Another list');
    return { place: { values: read, id: cursor.id }, note };
  } catch {
    return badCursor();
  }
}

const isOf = (kind: Order[number][2], value: unknown): boolean =>
  kind === 'date' ? value instanceof Date && !Number.isNaN(value.getTime()) : typeof value === kind;
