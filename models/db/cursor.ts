import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { type Id, toId } from './model.js';

/** Where a page of a list by time ended: the time of its last item, and that item's id to tell ties apart. */
export interface Cursor {
  value: Date;
  id: Id;
}

/** Refuses a cursor that is none, or is of another list. */
export const badCursor = (): never => fail('validation_failed', { cursor: fieldTexts.bad_cursor });

type Kind = 'd' | 's';

/** An id and what stands beside it, as text that only the server reads. */
export const packCursor = (id: Id, kind: Kind, rest: string): string => Buffer.from(`${id}${kind}${rest}`).toString('base64url');

/** Reads back what `packCursor` made; null without a text. Throws validation_failed for any other. */
export function unpackCursor(text: string | undefined, kind: Kind): { id: Id; rest: string } | null {
  if (text === undefined || text === '') return null;
  const found = /^([0-9a-f]{24})([ds])([\s\S]*)$/.exec(Buffer.from(text, 'base64url').toString());
  const [, id = '', of, rest = ''] = found ?? [];
  return of === kind ? { id: toId(id), rest } : badCursor();
}

/** A cursor of a list by time, as text. */
export const encodeCursor = ({ value, id }: Cursor): string => packCursor(id, 'd', String(value.getTime()));

/** Reads a cursor back; null without one. Throws validation_failed for a text that is none, or of a list in another order. */
export function decodeCursor(text: string | undefined): Cursor | null {
  const packed = unpackCursor(text, 'd');
  if (!packed) return null;
  const value = timeOf(packed.rest);
  return value ? { value, id: packed.id } : badCursor();
}

/** The time that a text of milliseconds says; null for a text that says none. */
export function timeOf(text: string): Date | null {
  const time = new Date(/^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** The filter for what comes after a cursor in the order (field, `_id`), both ascending or both descending. */
export function afterCursor(field: string, cursor: Cursor | null, direction: 1 | -1): Record<string, unknown> {
  if (!cursor) return {};
  const operator = direction === 1 ? '$gt' : '$lt';
  return {
    [field]: { [direction === 1 ? '$gte' : '$lte']: cursor.value },
    $or: [{ [field]: { [operator]: cursor.value } }, { _id: { [operator]: cursor.id } }],
  };
}

/**
 * What was read of a list by time with one item beyond its page: the page, and where the next one begins (null at the end).
 * `timeOf` is what the list is ordered by.
 */
export function cutPage<T extends { _id: Id }>(found: readonly T[], limit: number, timeOf: (item: T) => Date | null) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  const value = found.length > limit && last ? timeOf(last) : null;
  return { items, next: value && last ? encodeCursor({ value, id: last._id }) : null };
}
