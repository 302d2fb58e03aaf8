import type { Model } from 'mongoose';
import {
  afterPosition,
  compareBy,
  decodePosition,
  encodePosition,
  idDirection,
  type ListPosition,
  positionOf,
  type SortOrder,
} from './cursor.js';
import type { Id } from './model.js';

interface OrderedRead<T> {
  model: Model<T>;
  /** Filters of index-ordered reads; no document may match two of them. */
  reads: readonly Record<string, unknown>[];
  order: SortOrder;
  /** The first sort field is unique and the last field of its index. */
  isUnique?: boolean;
  /** Fields that are read; every field without it. */
  fields?: Record<string, 0 | 1>;
}

interface MergePaginateOptions<T> extends OrderedRead<T> {
  from: ListPosition | null;
  limit: number;
  /** Filters a batch and keeps its order; without it every item passes. */
  keep?: (batch: T[]) => Promise<T[]> | T[];
  /** Documents read at a time to filter them; fewer than by default where the filter drops few. */
  batch?: number;
  /** Search to the end of the list: no cursor may stand at an item that `keep` has dropped. */
  scansAll?: boolean;
}

const batchSize = 200;
/** Maximum documents scanned per page; a sparse search continues with the next page. */
const maxScanned = 1000;

/** The first items after a position, merged from the reads. */
export async function readAfter<T extends { _id: Id }>(
  { model, reads, order, isUnique, fields }: OrderedRead<T>,
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
        .find({ ...read, ...afterPosition(order, from) } as never, fields)
        .sort(sort)
        .limit(size)
        .lean(),
    ),
  );
  const all = (parts as T[][]).flat();
  if (reads.length > 1) all.sort(compareBy(order));
  return all.slice(0, size);
}

/**
 * One page of several index-ordered reads merged, without a join and without sorting the collection. `end` is the position of the
 * next page, null after the last; it is also set when the scan limit stopped a search before its page was full.
 */
export async function mergePaginate<T extends { _id: Id }>(
  options: MergePaginateOptions<T>,
): Promise<{ items: T[]; end: ListPosition | null }> {
  const { order, limit, keep, batch: batchOf = batchSize, scansAll } = options;
  const size = keep ? batchOf : limit + 1;
  const items: T[] = [];
  let position = options.from;
  for (let scanned = 0; scansAll || scanned < maxScanned; scanned += size) {
    const batch = await readAfter(options, position, size);
    items.push(...(keep ? await keep(batch) : batch));
    const [last, beyond] = [items[limit - 1], items[limit]];
    if (last && beyond) return { items: items.slice(0, limit), end: positionOf(last, order) };
    const lastScanned = batch.at(-1);
    if (!lastScanned || batch.length < size) return { items, end: null };
    position = positionOf(lastScanned, order);
  }
  return { items, end: position };
}

export interface Page<T> {
  items: T[];
  /** Cursor of the next page; null after the last. */
  next: string | null;
}

/** As `mergePaginate`, from cursor to cursor. Throws validation_failed for a malformed cursor or one of a list in another order. */
export async function paginate<T extends { _id: Id }>(
  options: Omit<MergePaginateOptions<T>, 'from'> & { cursor: string | undefined },
): Promise<Page<T>> {
  const { cursor, ...rest } = options;
  const { items, end } = await mergePaginate({ ...rest, from: decodePosition(cursor, rest.order)?.position ?? null });
  return { items, next: end && encodePosition(end) };
}

/** Cuts a page from a list that was read with at least one item more. */
export function cutPage<T extends { _id: Id }>(found: readonly T[], limit: number, order: SortOrder): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last ? encodePosition(positionOf(last, order)) : null };
}
