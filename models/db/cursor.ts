import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { type Id, toId } from './model.js';

/** End of a page of a list by time: the time of its last item, and its id to break ties. */
export interface Cursor {
  value: Date;
  id: Id;
}

/** Rejects a malformed cursor or one of another list. */
export const badCursor = (): never => fail('validation_failed', { cursor: fieldTexts.bad_cursor });

type Kind = 'd' | 's';

/** Encodes an id and further values as opaque text. */
export const packCursor = (id: Id, kind: Kind, rest: string): string => Buffer.from(`${id}${kind}${rest}`).toString('base64url');

/** Decodes text from `packCursor`; null for an absent text. Throws validation_failed for any other text. */
export function unpackCursor(text: string | undefined, kind: Kind): { id: Id; rest: string } | null {
  if (text === undefined || text === '') return null;
  const found = /^([0-9a-f]{24})([ds])([\s\S]*)$/.exec(Buffer.from(text, 'base64url').toString());
  const [, id = '', of, rest = ''] = found ?? [];
  return of === kind ? { id: toId(id), rest } : badCursor();
}

/** Encodes the cursor of a list by time. */
const encodeCursor = ({ value, id }: Cursor): string => packCursor(id, 'd', String(value.getTime()));

/**
 * Decodes the cursor of a list by time; null for an absent text. Throws validation_failed for a malformed cursor or one of a list
 * in another order.
 */
export function decodeCursor(text: string | undefined): Cursor | null {
  const packed = unpackCursor(text, 'd');
  if (!packed) return null;
  const value = timeOf(packed.rest);
  return value ? { value, id: packed.id } : badCursor();
}

/** Parses milliseconds since the epoch; null for any other text. */
export function timeOf(text: string): Date | null {
  const time = new Date(/^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Filter for the items after a cursor in the order (field, `_id`), both ascending or both descending. */
export function afterCursor(field: string, cursor: Cursor | null, direction: 1 | -1): Record<string, unknown> {
  if (!cursor) return {};
  const operator = direction === 1 ? '$gt' : '$lt';
  return {
    [field]: { [direction === 1 ? '$gte' : '$lte']: cursor.value },
    $or: [{ [field]: { [operator]: cursor.value } }, { _id: { [operator]: cursor.id } }],
  };
}

/**
 * Cuts a page from a list by time that was read with one item more. Returns the page and the next cursor, null at the end.
 * `timeOf` gives the sort field.
 */
export function cutPage<T extends { _id: Id }>(found: readonly T[], limit: number, timeOf: (item: T) => Date | null) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const value = found.length > limit && last ? timeOf(last) : null;
  return { items, next: value && last ? encodeCursor({ value, id: last._id }) : null };
}
