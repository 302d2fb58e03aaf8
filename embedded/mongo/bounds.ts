import type { Index } from './collection.js';
import { keyAfter, textPrefixKey, typeKey, valueKey } from './keys.js';
import { type Doc, isPlainObject, typeOrder } from './values.js';

interface Limit {
  value: unknown;
  inclusive: boolean;
}

/** What a filter asks of one path, as far as an index can answer it. */
export interface PathBounds {
  points?: unknown[];
  low?: Limit;
  high?: Limit;
  prefix?: string;
  /** Both limits are of one element of an array, as in `$elemMatch`. */
  ofOneElement?: boolean;
  /** False where there is more to ask than these bounds. */
  exact: boolean;
}

export type FilterBounds = Map<string, PathBounds>;

const pointOrders = new Set([5, 10, 15, 20, 30, 35, 40, 45]);
const isPoint = (value: unknown): boolean => pointOrders.has(typeOrder(value));
const isLimit = (value: unknown): boolean => isPoint(value) && value !== null && !isPlainObject(value) && !Number.isNaN(value);
const isRegex = (value: unknown): value is RegExp => value instanceof RegExp;
const isOperators = (value: unknown): value is Doc => isPlainObject(value) && Object.keys(value)[0]?.startsWith('$') === true;

/** What a filter asks of each path; `$or` and its like only make it inexact. */
export function filterBounds(filter: Doc, bounds: FilterBounds = new Map()): FilterBounds {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === '$and' && Array.isArray(condition)) {
      for (const part of condition) filterBounds(part, bounds);
      continue;
    }
    const asked = bounds.get(path) ?? { exact: !path.startsWith('$') };
    bounds.set(path, asked);
    if (path.startsWith('$')) continue;
    if (isOperators(condition)) for (const [name, value] of Object.entries(condition)) ask(asked, name, value);
    else if (isRegex(condition)) ask(asked, '$regex', condition);
    else ask(asked, '$eq', condition);
  }
  return bounds;
}

function ask(asked: PathBounds, name: string, value: unknown): void {
  const isFree = !asked.ofOneElement;
  if (name === '$eq' && isPoint(value) && !asked.points && isFree) asked.points = [value];
  else if (name === '$in' && Array.isArray(value) && value.every(isPoint) && !asked.points && isFree) asked.points = value;
  else if ((name === '$gt' || name === '$gte') && isLimit(value) && !asked.low && isFree) asked.low = { value, inclusive: name === '$gte' };
  else if ((name === '$lt' || name === '$lte') && isLimit(value) && !asked.high && isFree)
    asked.high = { value, inclusive: name === '$lte' };
  else if (name === '$elemMatch' && isOperators(value) && !asked.points && !asked.low && !asked.high && isFree) {
    for (const [inner, limit] of Object.entries(value)) ask(asked, inner, limit);
    asked.ofOneElement = true;
    asked.exact = false;
  } else {
    if (name === '$regex' && isFree) asked.prefix ??= literalPrefix(value);
    asked.exact = false;
  }
}

/** What every text that matches begins with: the plain characters of an anchored pattern. */
function literalPrefix(pattern: unknown): string | undefined {
  if (!isRegex(pattern) || !/^[su]*$/.test(pattern.flags) || pattern.source.includes('|')) return undefined;
  const found = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|/-])+)(.?)/su.exec(pattern.source);
  const [, text = '', next = ''] = found ?? [];
  const parts = text.match(/\\?./gsu) ?? [];
  if (/[*?{]/.test(next)) parts.pop();
  return parts.map((part) => (part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)).join('') || undefined;
}

/** A part of an index: the keys from `low` up to `high`, all of which begin with `prefix`. */
export interface KeyRange {
  prefix: string;
  low: string;
  high: string;
}

export interface IndexRanges {
  ranges: KeyRange[];
  /** How many fields are held to points, and whether the next one is held to a range. */
  points: number;
  ranged: boolean;
  /** The whole filter is what the ranges hold. */
  exact: boolean;
}

const mostRanges = 2000;

/** The parts of an index that can match: points on its first fields, then one range. */
export function indexRanges(index: Index, bounds: FilterBounds): IndexRanges {
  let prefixes = [''];
  let points = 0;
  const answered = new Set<string>();
  const mayBeExact = !index.multikey;
  for (const { path, descending } of index.fields) {
    const values = bounds.get(path)?.points;
    if (!values || prefixes.length * values.length > mostRanges) break;
    const keys = [...new Set(values.map((value) => valueKey(value, descending)))].sort();
    prefixes = prefixes.flatMap((prefix) => keys.map((key) => prefix + key));
    const asked = bounds.get(path);
    if (asked?.exact && !asked.low && !asked.high) answered.add(path);
    points++;
  }
  const next = index.fields[points];
  const asked = next && bounds.get(next.path);
  const [low, high] = (next && asked && rangeKeys(asked, next.descending, index.multikey)) ?? [];
  const ranged = low !== undefined && high !== undefined;
  if (ranged && next && asked?.exact && !asked.points) answered.add(next.path);
  const ranges = prefixes.map((prefix) => ({ prefix, low: prefix + (low ?? ''), high: ranged ? prefix + high : keyAfter(prefix) }));
  const partial = index.spec.partialFilterExpression ?? {};
  const isAnswered = (path: string) =>
    answered.has(path) || (path in partial && bounds.get(path)?.exact === true && isSamePoint(bounds.get(path), partial[path]));
  return { ranges, points, ranged, exact: mayBeExact && [...bounds.keys()].every(isAnswered) };
}

const isSamePoint = (asked: PathBounds | undefined, value: unknown): boolean =>
  asked?.points?.length === 1 && !asked.low && !asked.high && isPoint(value) && valueKey(asked.points[0], false) === valueKey(value, false);

/** The first key of a range on one field and the first one after it, by the field's direction. */
function rangeKeys(asked: PathBounds, descending: boolean, multikey: boolean): [string, string] | undefined {
  if (asked.prefix !== undefined && !asked.low && !asked.high) {
    const key = textPrefixKey(asked.prefix, descending);
    return [key, keyAfter(key)];
  }
  const low = asked.low;
  const high = multikey && low && !asked.ofOneElement ? undefined : asked.high;
  const any = (low ?? high)?.value;
  if (any === undefined) return undefined;
  if (low && high && typeOrder(low.value) !== typeOrder(high.value)) return undefined;
  const type = typeKey(any, descending);
  const isNumber = typeOrder(any) === 10;
  const at = ({ value, inclusive }: Limit, isStart: boolean) => {
    const key = valueKey(value, descending);
    return inclusive === isStart ? key : keyAfter(key);
  };
  const least = low ?? (isNumber ? { value: Number.NEGATIVE_INFINITY, inclusive: true } : undefined);
  const [first, last] = descending ? [high, least] : [least, high];
  return [first ? at(first, true) : type, last ? at(last, false) : keyAfter(type)];
}
