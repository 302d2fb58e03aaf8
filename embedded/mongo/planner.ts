import { type FilterBounds, filterBounds, type IndexRanges, indexRanges, type KeyRange } from './bounds.js';
import { type Collection, documentOf, type Index, type StoredDoc } from './collection.js';
import { compileFilter } from './match.js';
import { compileSortKeys, type Doc, equal } from './values.js';

export interface Query {
  filter: Doc;
  sort?: Doc | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
}

interface Plan extends IndexRanges {
  index: Index;
  /** Whether the index has the order of the sort: 1, -1 for its reverse, or 0. */
  order: -1 | 0 | 1;
  /** The index holds nothing but what points, a range, or its own partial filter let through. */
  bounded: boolean;
  score: number;
}

const scanLimit = 1000;

/** Does the filter ask at least what the partial index holds? Only what is plain to see counts. */
function implies(filter: Doc, bounds: FilterBounds, { partial }: Index): boolean {
  return partial.every(({ path, wanted, test, isExistence }) => {
    if (path in filter && equal(filter[path], wanted)) return true;
    const { points, low, high } = bounds.get(path) ?? {};
    if (points?.length) return points.every((value) => value !== null && test(value));
    return isExistence && (low !== undefined || high !== undefined);
  });
}

function orderOf(index: Index, points: number, bounds: FilterBounds, sort: Doc): -1 | 0 | 1 {
  const constant = index.fields.slice(0, points).filter(({ path }) => bounds.get(path)?.points?.length === 1);
  const asked = Object.entries(sort).filter(([path]) => !constant.some((field) => field.path === path));
  const steps = asked.map(([path, direction], i) => {
    const field = index.fields[points + i];
    return field?.path !== path ? 0 : Number(direction) < 0 === field.descending ? 1 : -1;
  });
  const [first = 1] = steps;
  return !index.multikey && steps.every((step) => step === first) ? first : 0;
}

function planFor(index: Index, filter: Doc, bounds: FilterBounds, sort: Doc | undefined): Plan {
  const found = indexRanges(index, filter, bounds);
  const order = sort ? orderOf(index, found.points, bounds, sort) : 0;
  const isPoint = index.unique && found.points === index.fields.length;
  const bounded = found.points > 0 || found.ranged || index.partial.length > 0;
  const score = found.points * 10 + (found.ranged ? 5 : 0) + (order ? 8 : 0) + (isPoint ? 100 : 0) - found.ranges.length / 1000;
  return { ...found, index, bounded, order, score };
}

/** The best index for a query, if any is of use. */
function choose(collection: Collection, filter: Doc, sort: Doc | undefined): Plan | undefined {
  const bounds = filterBounds(filter);
  const plans = collection.indexes.filter((index) => implies(filter, bounds, index)).map((index) => planFor(index, filter, bounds, sort));
  const useful = plans.filter(({ bounded, order }) => bounded || order !== 0);
  return useful.sort((a, b) => b.score - a.score)[0];
}

function* walk({ tree }: Index, { low, high }: KeyRange, isReverse: boolean): Generator<[string, number], void> {
  for (const entry of isReverse ? tree.entriesReversed(high, undefined, true) : tree.entries(low)) {
    if (isReverse ? entry[0] < low : entry[0] >= high) return;
    yield entry;
  }
}

/** The parts of an index as one, ordered by what follows their prefixes. */
function* merge({ index, ranges, order }: Plan): Generator<[string, number], void> {
  const heads = ranges.flatMap((range) => {
    const entries = walk(index, range, order < 0);
    const entry = entries.next().value;
    return entry ? [{ entries, entry, rest: entry[0].slice(range.prefix.length), from: range.prefix.length }] : [];
  });
  while (heads.length > 0) {
    const head = heads.reduce((least, one) => ((order < 0 ? one.rest > least.rest : one.rest < least.rest) ? one : least));
    yield head.entry;
    const entry = head.entries.next().value;
    if (entry) Object.assign(head, { entry, rest: entry[0].slice(head.from) });
    else heads.splice(heads.indexOf(head), 1);
  }
}

function* recordsOf(collection: Collection, plan: Plan): Generator<StoredDoc, void> {
  const { index, ranges, order } = plan;
  const seen = index.multikey ? new Set<number>() : undefined;
  for (const part of order && ranges.length > 1 ? [merge(plan)] : ranges.map((range) => walk(index, range, order < 0))) {
    for (const [, id] of part) {
      if (seen?.has(id)) continue;
      seen?.add(id);
      const stored = collection.records.get(id);
      if (stored) yield stored;
    }
  }
}

/** How many documents match, where an index answers the whole filter; else nothing. */
export function countByIndex(collection: Collection, filter: Doc): number | undefined {
  const plan = choose(collection, filter, undefined);
  const sizes = plan?.ranges.map(({ low, high }) => (low < high ? plan.index.tree.forRange(low, high, false) : 0));
  return plan?.exact ? sizes?.reduce((sum, size) => sum + size, 0) : undefined;
}

/** Finds by the best index; the filter is asked of each document again, but where the index answers it whole. */
export function find(collection: Collection | undefined, { filter, skip = 0, limit = 0, ...query }: Query) {
  const sort = query.sort && Object.keys(query.sort).length > 0 ? query.sort : undefined;
  const matches = compileFilter(filter);
  const order = sort && compileSortKeys(sort);
  const plan = collection && choose(collection, filter, sort);
  const found = { records: [] as StoredDoc[], index: plan?.index, docsExamined: 0, scan: false };
  if (!collection) return found;
  const isSorted = !sort || (plan !== undefined && plan.order !== 0);
  const end = isSorted && limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  for (const stored of plan ? recordsOf(collection, plan) : collection.records.values()) {
    found.docsExamined++;
    if (plan?.exact || matches(documentOf(stored))) found.records.push(stored);
    if (found.records.length >= end) break;
  }
  found.scan = (!plan?.bounded && found.docsExamined > scanLimit) || (!isSorted && found.records.length > scanLimit);
  if (order && !isSorted) {
    const keyed = found.records.map((stored) => ({ stored, key: order.keyOf(documentOf(stored)) }));
    found.records = keyed.sort((a, b) => order.compareKeys(a.key, b.key)).map(({ stored }) => stored);
  }
  if (skip > 0 || limit > 0) found.records = found.records.slice(skip, limit > 0 ? skip + limit : undefined);
  return found;
}
