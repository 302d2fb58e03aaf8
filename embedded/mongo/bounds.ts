import type { Index } from './collection.js';
import { keyAfter, typeKey, valueKey } from './keys.js';
import { isOperators } from './match.js';
import { type Doc, equal, isPlainObject, typeOrder } from './values.js';

type Limit = { value: unknown; inclusive: boolean };

/** Condition of a filter on one path, as far as an index can answer it; not `exact` if the documents must be checked further. */
interface PathBounds {
  points?: unknown[];
  low?: Limit;
  high?: Limit;
  exact: boolean;
}

export type FilterBounds = Map<string, PathBounds>;

/** Conditions of a valid filter by path; `$or` and its like only make it inexact. */
export function filterBounds(filter: Doc, bounds: FilterBounds = new Map()): FilterBounds {
  for (const [path, condition] of Object.entries(filter)) {
    for (const part of path === '$and' ? (condition as Doc[]) : []) filterBounds(part, bounds);
    if (path === '$and') continue;
    const asked = bounds.get(path) ?? { exact: !path.startsWith('$') };
    bounds.set(path, asked);
    if (path.startsWith('$')) continue;
    for (const [name, value] of Object.entries(isOperators(condition) ? condition : { $eq: condition })) ask(asked, name, value);
  }
  return bounds;
}

const isLimit = (value: unknown): boolean => !Array.isArray(value) && value !== null && !isPlainObject(value) && !Number.isNaN(value);

function ask(asked: PathBounds, name: string, value: unknown): void {
  const points = name === '$eq' ? [value] : name === '$in' ? (value as unknown[]) : undefined;
  const side = name.startsWith('$gt') ? 'low' : name.startsWith('$lt') ? 'high' : undefined;
  if (points?.every((value) => !Array.isArray(value)) && !asked.points) asked.points = points;
  else if (side && isLimit(value) && !asked[side]) asked[side] = { value, inclusive: name.endsWith('e') };
  else asked.exact = false;
}

/** A part of an index: the keys from `low` up to `high`, all of which begin with `prefix`. */
export type KeyRange = { prefix: string; low: string; high: string };

export interface IndexRanges {
  ranges: KeyRange[];
  /** How many fields are held to points, and whether the next one is held to a range. */
  points: number;
  ranged: boolean;
  /** The whole filter is what the ranges, and a partial index's own filter, hold. */
  exact: boolean;
}

const mostRanges = 2000;

/** The parts of an index that can match: points on its first fields, then one range. */
export function indexRanges(index: Index, filter: Doc, bounds: FilterBounds): IndexRanges {
  let prefixes = [''];
  let points = 0;
  const answered = new Set<string>();
  for (const { path, wanted } of index.partial) if (path in filter && equal(filter[path], wanted)) answered.add(path);
  for (const { path, descending } of index.fields) {
    const asked = bounds.get(path);
    if (!asked?.points || prefixes.length * asked.points.length > mostRanges) break;
    const keys = [...new Set(asked.points.map((value) => valueKey(value, descending)))].sort();
    prefixes = prefixes.flatMap((prefix) => keys.map((key) => prefix + key));
    if (asked.exact && !asked.low && !asked.high) answered.add(path);
    points++;
  }
  const next = index.fields[points];
  const asked = next && bounds.get(next.path);
  const range = asked && rangeKeys(asked, next.descending, index.multikey);
  if (range && asked.exact && !asked.points) answered.add(next.path);
  const [low, high] = range ?? [''];
  const ranges = prefixes.map((prefix) => ({ prefix, low: prefix + low, high: high === undefined ? keyAfter(prefix) : prefix + high }));
  const exact = !index.multikey && !('$and' in filter) && [...bounds.keys()].every((path) => answered.has(path));
  return { ranges, points, ranged: range !== undefined, exact };
}

/** The first key of a range on one field and the first one after it, by the field's direction. */
function rangeKeys(asked: PathBounds, descending: boolean, multikey: boolean): [string, string] | undefined {
  const { low } = asked;
  // Of an array, one element may be above the low limit and another below the high one.
  const high = multikey && low ? undefined : asked.high;
  const any = (low ?? high)?.value;
  if (any === undefined || (low && high && typeOrder(low.value) !== typeOrder(high.value))) return undefined;
  const type = typeKey(any, descending);
  const at = ({ value, inclusive }: Limit, isStart: boolean) => {
    const key = valueKey(value, descending);
    return inclusive === isStart ? key : keyAfter(key);
  };
  // NaN is the lowest of numbers, and in no range.
  const least = low ?? (typeof any === 'number' ? { value: Number.NEGATIVE_INFINITY, inclusive: true } : undefined);
  const [first, last] = descending ? [high, least] : [least, high];
  return [first ? at(first, true) : type, last ? at(last, false) : keyAfter(type)];
}
