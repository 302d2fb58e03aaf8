import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { type Id, toId } from './model.js';

/** Where a page ended: the sort value of its last item, and that item's id to tell ties apart. */
export interface Cursor {
  value: Date | number | string;
  id: Id;
}

const tag = (value: Cursor['value']): string =>
  value instanceof Date ? `d${value.getTime()}` : typeof value === 'number' ? `n${value}` : `s${value}`;

/** A cursor as text that only the server reads. */
export const encodeCursor = ({ value, id }: Cursor): string => Buffer.from(`${id}${tag(value)}`).toString('base64url');

/** Reads a cursor back; null without one. Throws validation_failed for a text that is none. */
export function decodeCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === '') return null;
  const raw = Buffer.from(text, 'base64url').toString();
  const found = /^([0-9a-f]{24})([dns])([\s\S]*)$/.exec(raw);
  const [, id = '', kind, rest = ''] = found ?? [];
  const amount = Number(rest);
  if (!found || (kind !== 's' && !Number.isFinite(amount))) return fail('validation_failed', { cursor: fieldTexts.bad_cursor });
  return { value: kind === 's' ? rest : kind === 'n' ? amount : new Date(amount), id: toId(id) };
}

/** The filter for what comes after a cursor in the order (field, `_id`), both ascending or both descending. */
export function after(field: string, cursor: Cursor | null, direction: 1 | -1): Record<string, unknown> {
  if (!cursor) return {};
  const past = direction === 1 ? '$gt' : '$lt';
  return {
    [field]: { [direction === 1 ? '$gte' : '$lte']: cursor.value },
    $or: [{ [field]: { [past]: cursor.value } }, { _id: { [past]: cursor.id } }],
  };
}
