import { type FilterBounds, filterBounds, type IndexRanges, indexRanges, type KeyRange } from './bounds.js';
import { type Collection, documentOf, type Index, type StoredDoc } from './collection.js';
import { compileFilter } from './match.js';
import { compileSort } from './sort.js';
import { type Doc, equal, isPlainObject, MongoError } from './values.js';

export interface Query {
  filter: Doc;
  sort?: Doc | undefined;
  skip?: number | undefined;
  limit?: number | undefined;
  hint?: unknown;
  /** When `maxTimeMS` is over. */
  deadline?: number | undefined;
}

interface Plan extends IndexRanges {
  index: Index;
  sorted: boolean;
  reverse: boolean;
  score: number;
}

export interface Found {
  records: StoredDoc[];
  /** The indexes used; none for a scan of the collection. */
  indexes: Index[];
  keysExamined: number;
  docsExamined: number;
  sortedInMemory: boolean;
  /** Set where more than a thousand documents were gone through, or sorted, for want of an index. */
  scan: boolean;
}

const scanLimit = 1000;

/** Does the filter ask at least what the partial index holds? Only what is plain to see counts. */
function implies(filter: Doc, bounds: FilterBounds, partial: Doc): boolean {
  return Object.entries(partial).every(([path, wanted]) => {
    const parts = [filter, ...(Array.isArray(filter.$and) ? filter.$and : [])];
    if (parts.some((part) => path in part && equal(part[path], wanted))) return true;
    const asked = bounds.get(path);
    if (asked?.points?.length) return asked.points.every((value) => value !== null && compileFilter({ [path]: wanted })({ [path]: value }));
    const isExistence = isPlainObject(wanted) && wanted.$exists === true && Object.keys(wanted).length === 1;
    return isExistence && (asked?.low !== undefined || asked?.high !== undefined || asked?.prefix !== undefined);
  });
}

/** Whether the index, after its points, has the order of the sort: 1, -1 for its reverse, or 0. */
function orderOf(index: Index, points: number, bounds: FilterBounds, sort: Doc): -1 | 0 | 1 {
  if (index.multikey) return 0;
  let at = points;
  let order: -1 | 0 | 1 = 0;
  const constant = index.fields.slice(0, points).filter(({ path }) => bounds.get(path)?.points?.length === 1);
  for (const [path, direction] of Object.entries(sort)) {
    if (constant.some((field) => field.path === path)) continue;
    const field = index.fields[at++];
    if (field?.path !== path) return 0;
    const step = Number(direction) < 0 === field.descending ? 1 : -1;
    if (order !== 0 && order !== step) return 0;
    order = step;
  }
  return order || 1;
}

function planFor(index: Index, bounds: FilterBounds, sort: Doc | undefined): Plan {
  const found = indexRanges(index, bounds);
  const order = sort ? orderOf(index, found.points, bounds, sort) : 0;
  const isPoint = index.unique && found.points === index.fields.length;
  const score = found.points * 10 + (found.ranged ? 5 : 0) + (order ? 8 : 0) + (isPoint ? 100 : 0) - found.ranges.length / 1000;
  return { ...found, index, sorted: order !== 0, reverse: order < 0, score };
}

const isHinted = (index: Index, hint: unknown): boolean => hint === index.spec.name || (isPlainObject(hint) && equal(hint, index.spec.key));
const isBounded = (plan: Plan): boolean => plan.points > 0 || plan.ranged;

/** The best index for a query, if any is of use. */
function choose(collection: Collection, { filter, sort, hint }: Query): Plan | undefined {
  if (isPlainObject(hint) && '$natural' in hint) return undefined;
  const bounds = filterBounds(filter);
  let best: Plan | undefined;
  for (const index of collection.indexes) {
    if (hint !== undefined && !isHinted(index, hint)) continue;
    const partial = index.spec.partialFilterExpression;
    if (partial && !implies(filter, bounds, partial)) continue;
    const plan = planFor(index, bounds, sort);
    if (!isBounded(plan) && !plan.sorted && hint === undefined) continue;
    if (!best || plan.score > best.score) best = plan;
  }
  if (hint !== undefined && !best) throw new MongoError(2, 'hint provided does not correspond to an existing index');
  return best;
}

/** One plan for each branch of a `$or`, where every branch has an index. */
function chooseBranches(collection: Collection, filter: Doc): Plan[] | undefined {
  const { $or: branches, ...rest } = filter;
  if (!Array.isArray(branches)) return undefined;
  const plans = branches.map((branch: Doc) => choose(collection, { filter: { $and: [branch, rest] } }));
  return plans.every((plan) => plan && isBounded(plan)) ? (plans as Plan[]) : undefined;
}

function* walk(index: Index, { low, high }: KeyRange, reverse: boolean): Generator<[string, number], void> {
  if (reverse) {
    for (const entry of index.tree.entriesReversed(high, undefined, true)) {
      if (entry[0] < low) return;
      yield entry;
    }
  } else {
    for (const entry of index.tree.entries(low)) {
      if (entry[0] >= high) return;
      yield entry;
    }
  }
}

/** The parts of an index as one, ordered by what follows their prefixes. */
function* merge(plan: Plan): Generator<[string, number], void> {
  const heads: { rest: string; entry: [string, number]; walk: Generator<[string, number], void>; prefix: number }[] = [];
  for (const range of plan.ranges) {
    const walking = walk(plan.index, range, plan.reverse);
    const first = walking.next().value;
    if (first) heads.push({ rest: first[0].slice(range.prefix.length), entry: first, walk: walking, prefix: range.prefix.length });
  }
  while (heads.length > 0) {
    let at = 0;
    for (let i = 1; i < heads.length; i++) {
      const [rest, least] = [heads[i]?.rest ?? '', heads[at]?.rest ?? ''];
      if (plan.reverse ? rest > least : rest < least) at = i;
    }
    const head = heads[at];
    if (!head) return;
    yield head.entry;
    const next = head.walk.next().value;
    if (!next) heads.splice(at, 1);
    else Object.assign(head, { entry: next, rest: next[0].slice(head.prefix) });
  }
}

function* recordsOf(collection: Collection, plans: readonly Plan[], found: Found): Generator<StoredDoc, void> {
  const seen = plans.length > 1 || plans[0]?.index.multikey ? new Set<number>() : undefined;
  for (const plan of plans) {
    const parts = plan.sorted && plan.ranges.length > 1 ? [merge(plan)] : plan.ranges.map((range) => walk(plan.index, range, plan.reverse));
    for (const part of parts) {
      for (const [, id] of part) {
        found.keysExamined++;
        if (seen?.has(id)) continue;
        seen?.add(id);
        const stored = collection.records.get(id);
        if (stored) yield stored;
      }
    }
  }
}

/** Finds by the best index; the whole filter is asked of each document again. */
export function find(collection: Collection, query: Query): Found {
  const { filter, skip = 0, limit = 0, deadline } = query;
  const sort = query.sort && Object.keys(query.sort).length > 0 ? query.sort : undefined;
  const best = choose(collection, { ...query, sort });
  const isGood = best && (isBounded(best) || query.hint !== undefined || limit > 0);
  const branches = isGood ? undefined : chooseBranches(collection, filter);
  const plans = branches ?? (best ? [best] : []);
  const isSorted = !sort || (plans.length === 1 && best?.sorted === true);
  const found: Found = {
    records: [],
    indexes: plans.map(({ index }) => index),
    keysExamined: 0,
    docsExamined: 0,
    sortedInMemory: !isSorted,
    scan: false,
  };
  const matches = Object.keys(filter).length > 0 ? compileFilter(filter) : undefined;
  const compareDocs = sort && compileSort(sort);
  const end = isSorted && limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  for (const stored of plans.length > 0 ? recordsOf(collection, plans, found) : collection.records.values()) {
    if (++found.docsExamined % 256 === 0 && deadline !== undefined && Date.now() > deadline)
      throw new MongoError(50, 'operation exceeded time limit');
    if (!matches || matches(documentOf(stored))) found.records.push(stored);
    if (found.records.length >= end) break;
  }
  const unbounded = plans.length === 0 || !plans.every(isBounded);
  found.scan = (unbounded && found.docsExamined > scanLimit) || (!isSorted && found.records.length > scanLimit);
  if (compareDocs && !isSorted) found.records.sort((a, b) => compareDocs(documentOf(a), documentOf(b)));
  if (skip > 0 || limit > 0) found.records = found.records.slice(skip, limit > 0 ? skip + limit : undefined);
  return found;
}

/** How many documents match, from the index alone where its parts are just what the filter asks. */
export function count(collection: Collection, query: Query): { n: number; found: Found | undefined } {
  const { filter, skip = 0, limit = 0 } = query;
  const bounded = (all: number) => Math.max(0, limit > 0 ? Math.min(all - skip, limit) : all - skip);
  if (Object.keys(filter).length === 0) return { n: bounded(collection.records.size), found: undefined };
  const plan = choose(collection, { filter, hint: query.hint });
  if (!plan?.exact) {
    const found = find(collection, query);
    return { n: found.records.length, found };
  }
  const counted = plan.ranges.reduce((sum, { low, high }) => sum + (low < high ? plan.index.tree.forRange(low, high, false) : 0), 0);
  return { n: bounded(counted), found: undefined };
}
