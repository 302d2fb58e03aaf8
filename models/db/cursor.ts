import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { type Id, toId } from './model.js';

type Value = Date | number | string;
/** Sort fields of a list with their directions, then `_id` in the direction of the first. */
export type SortOrder = readonly (readonly [field: string, direction: 1 | -1, kind: 'date' | 'number' | 'string'])[];
/** Position in a list: the sort fields' values and the item's id. */
export interface ListPosition {
  values: Value[];
  id: Id;
}

function valueAt(doc: unknown, path: string): Value {
  const at = (from: unknown, key: string): unknown => (from as Record<string, unknown>)[key];
  return (path.includes('.') ? path.split('.').reduce(at, doc) : at(doc, path)) as Value;
}

export const positionOf = <T extends { _id: Id }>(doc: T, order: SortOrder): ListPosition => ({
  values: order.map(([field]) => valueAt(doc, field)),
  id: doc._id,
});

export const idDirection = (order: SortOrder): 1 | -1 => order[0]?.[1] ?? 1;

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
  // Loops by index: searches compare thousands of positions, and an iterator would take most of the time.
  for (let at = 0; at < order.length; at++) {
    const left = rank(a.values[at] as Value);
    const right = rank(b.values[at] as Value);
    if (left !== right) return (left < right ? -1 : 1) * (order[at]?.[1] ?? 1);
  }
  return String(a.id) < String(b.id) ? -idDirection(order) : idDirection(order);
}

/** Compares documents by their places in the order of the list. */
export const compareBy =
  (order: SortOrder) =>
  <T extends { _id: Id }>(a: T, b: T): number =>
    comparePositions(positionOf(a, order), positionOf(b, order), order);

/** Rejects a malformed cursor or one of another list. */
export const badCursor = (): never => fail('validation_failed', { cursor: fieldTexts.bad_cursor });

/** Parses milliseconds since the epoch; null for any other text. */
export function timeOf(text: string): Date | null {
  const time = new Date(/^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
}

/**
 * Encodes a position as a cursor, opaque to clients; `note` stores further state of the list. A list by one date, as most are,
 * has a short form (`d`) without JSON.
 */
export function encodePosition({ values, id }: ListPosition, note = ''): string {
  const [value] = values;
  const rest =
    values.length === 1 && value instanceof Date && note === ''
      ? `d${value.getTime()}`
      : `s${JSON.stringify([note, ...values.map((each) => (each instanceof Date ? { at: each.getTime() } : each))])}`;
  return Buffer.from(`${id}${rest}`).toString('base64url');
}

/** Decodes a cursor; null for an absent one. Throws validation_failed for a malformed cursor or one of a list in another order. */
export function decodePosition(text: string | undefined, order: SortOrder): { position: ListPosition; note: string } | null {
  if (text === undefined || text === '') return null;
  const [, id = '', form, rest = ''] = /^([0-9a-f]{24})([ds])([\s\S]*)$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const [note, ...values] = form === 'd' ? ['', timeOf(rest)] : parse(rest);
  if (typeof note !== 'string' || values.length !== order.length || !order.every(([, , kind], at) => isOf(kind, values[at])))
    return badCursor();
  return { position: { values: values as Value[], id: toId(id) }, note };
}

/** Values of a cursor's long form; empty for malformed text. */
function parse(json: string): unknown[] {
  try {
    const values: unknown = JSON.parse(json);
    return Array.isArray(values) ? values.map((value) => (value !== null && typeof value === 'object' ? new Date(value.at) : value)) : [];
  } catch {
    return [];
  }
}

const isOf = (kind: SortOrder[number][2], value: unknown): boolean =>
  kind === 'date' ? value instanceof Date && !Number.isNaN(value.getTime()) : typeof value === kind;
