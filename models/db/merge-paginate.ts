import type { Model } from 'mongoose';
import { badCursor, packCursor, unpackCursor } from './cursor.js';
import type { Id } from './model.js';

type Value = Date | number | string;
/** Sort fields of a list with their directions, then `_id` in the direction of the first. */
export type SortOrder = readonly (readonly [field: string, direction: 1 | -1, kind: 'date' | 'number' | 'string'])[];
/** Position in a list: the sort fields' values and the item's id. */
export interface ListPosition {
  values: Value[];
  id: Id;
}

interface MergePaginateOptions<T> {
  model: Model<T>;
  /** Filters of index-ordered reads; no document may match two of them. */
  reads: readonly Record<string, unknown>[];
  order: SortOrder;
  /** The first sort field is unique and the last field of its index. */
  isUnique?: boolean;
  from: ListPosition | null;
  limit: number;
  /** Filters a batch and keeps its order; without it every item passes. */
  keep?: (batch: T[]) => Promise<T[]> | T[];
}

const batchSize = 200;
/** Maximum documents scanned per page; a sparse search continues with the next page. */
const maxScanned = 1000;

const valueAt = (doc: unknown, path: string): Value =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], doc) as Value;

export const positionOf = <T extends { _id: Id }>(doc: T, order: SortOrder): ListPosition => ({
  values: order.map(([field]) => valueAt(doc, field)),
  id: doc._id,
});

const idDirection = (order: SortOrder): 1 | -1 => order[0]?.[1] ?? 1;

/** Filter for the items after a position. The range of the first field is outside the `$or`, so that an index bounds it. */
export function afterPosition(order: SortOrder, position: ListPosition | null): Record<string, unknown> {
  const [first] = order;
  if (!position || !first) return {};
  const steps = [
    ...order.map(([field, direction], at) => [field, direction, position.values[at]] as const),
    ['_id', idDirection(order), position.id] as const,
  ];
  const branches = steps.map(([field, direction, value], at) => ({
    ...Object.fromEntries(steps.slice(0, at).map(([before, , same]) => [before, same])),
    [field]: { [direction === 1 ? '$gt' : '$lt']: value },
  }));
  return { $and: [{ [first[0]]: { [first[1] === 1 ? '$gte' : '$lte']: position.values[0] } }, { $or: branches }] };
}

const rank = (value: Value): number | string => (value instanceof Date ? value.getTime() : value);

/** Compares two positions in the order of the list. */
export function comparePositions(a: ListPosition, b: ListPosition, order: SortOrder): number {
  for (const [at, [, direction]] of order.entries()) {
    const [left, right] = [rank(a.values[at] as Value), rank(b.values[at] as Value)];
    if (left !== right) return (left < right ? -1 : 1) * direction;
  }
  return String(a.id) < String(b.id) ? -idDirection(order) : idDirection(order);
}

async function nextBatch<T extends { _id: Id }>(
  { model, reads, order, isUnique }: MergePaginateOptions<T>,
  from: ListPosition | null,
  size: number,
): Promise<T[]> {
  const sort = {
    ...Object.fromEntries(order.map(([field, direction]) => [field, direction])),
    ...(isUnique ? {} : { _id: idDirection(order) }),
  };
  const parts = await Promise.all(
    reads.map((read) =>
      model
        .find({ ...read, ...afterPosition(order, from) } as never)
        .sort(sort)
        .limit(size)
        .lean(),
    ),
  );
  const all = (parts as T[][]).flat();
  if (reads.length > 1) all.sort((a, b) => comparePositions(positionOf(a, order), positionOf(b, order), order));
  return all.slice(0, size);
}

/**
 * One page of several index-ordered reads merged, without a join and without sorting the collection. `end` is the position of the
 * next page, null after the last; it is also set when the scan limit stopped a search before its page was full.
 */
export async function mergePaginate<T extends { _id: Id }>(
  options: MergePaginateOptions<T>,
): Promise<{ items: T[]; end: ListPosition | null }> {
  const { order, limit, keep } = options;
  const size = keep ? batchSize : limit + 1;
  const items: T[] = [];
  let position = options.from;
  for (let scanned = 0; scanned < maxScanned; scanned += size) {
    const batch = await nextBatch(options, position, size);
    items.push(...(keep ? await keep(batch) : batch));
    const [last, beyond] = [items[limit - 1], items[limit]];
    if (last && beyond) return { items: items.slice(0, limit), end: positionOf(last, order) };
    const lastScanned = batch.at(-1);
    if (!lastScanned || batch.length < size) return { items, end: null };
    position = positionOf(lastScanned, order);
  }
  return { items, end: position };
}

/** Encodes a position as a cursor; `note` stores further state of the list. */
export const encodePosition = ({ values, id }: ListPosition, note = ''): string =>
  packCursor(id, 's', JSON.stringify([note, ...values.map((value) => (value instanceof Date ? { at: value.getTime() } : value))]));

/** Decodes a cursor; null for an absent one. Throws validation_failed for a malformed cursor or one of a list in another order. */
export function decodePosition(text: string | undefined, order: SortOrder): { position: ListPosition; note: string } | null {
  const cursor = unpackCursor(text, 's');
  if (!cursor) return null;
  try {
    const [note, ...values] = JSON.parse(cursor.rest) as [string, ...(string | number | { at: number })[]];
    const read = values.map((value) => (typeof value === 'object' ? new Date(value.at) : value));
    if (typeof note !== 'string' || read.length !== order.length || !order.every(([, , kind], at) => isOf(kind, read[at])))
      throw new Error('Another list');
    return { position: { values: read, id: cursor.id }, note };
  } catch {
    return badCursor();
  }
}

const isOf = (kind: SortOrder[number][2], value: unknown): boolean =>
  kind === 'date' ? value instanceof Date && !Number.isNaN(value.getTime()) : typeof value === kind;
