import { compileFilter } from './match.js';
import { isRegExp, typeName } from './match-operators.js';
import { changes, lenientOperators, type Where } from './update-operators.js';
import {
  erasePath,
  expandPath,
  fieldClauses,
  hasPositional,
  type Positions,
  parsePath,
  readPath,
  refuseConflicts,
  show,
  writePath,
} from './update-paths.js';
import { compare, type Doc, equal, isArrayIndex, isPlainObject, MongoError } from './values.js';

export interface UpdateOptions {
  arrayFilters?: Doc[];
  filter?: Doc;
}

export type Update = (doc: Doc, context: { inserting: boolean }) => Doc;

/** One path an operator writes to; `also` names a second one, the source of a rename. */
interface Step {
  parts: string[];
  also?: string[];
  apply(doc: unknown, parts: string[], where: Omit<Where, 'path'>): unknown;
}

function renameStep(from: string, to: unknown): Step {
  if (typeof to !== 'string') throw new MongoError(2, `The 'to' field for $rename must be a string: ${from}: ${show(to)}`);
  const [source, target] = [parsePath(from), parsePath(to)];
  if (from === to) throw new MongoError(2, `The source and target field for $rename must differ: ${from}`);
  if (hasPositional(source) || hasPositional(target)) throw new MongoError(2, `The fields of $rename may not be dynamic: ${from}, ${to}`);
  const refuseArrays = (doc: unknown, parts: string[], role: string) => {
    const isInArray = parts.some((_name, i) => Array.isArray(readPath(doc, parts.slice(0, i), true)));
    if (isInArray) throw new MongoError(2, `The ${role} field cannot be an array element, '${parts.join('.')}'`);
  };
  return {
    parts: target,
    also: source,
    apply(doc) {
      refuseArrays(doc, source, 'source');
      const value = readPath(doc, source, true);
      if (value === undefined) return doc;
      refuseArrays(doc, target, 'destination');
      readPath(doc, target);
      return writePath(erasePath(doc, source), target, value);
    },
  };
}

function stepOf(operator: string, path: string, operand: unknown): Step {
  if (operator === '$rename') return renameStep(path, operand);
  const parts = parsePath(path);
  if (operator === '$unset') return { parts, apply: (doc, concrete) => erasePath(doc, concrete) };
  const change = changes[operator]?.(operand, path);
  const lenient = lenientOperators.has(operator);
  return {
    parts,
    apply(doc, concrete, where) {
      if (operator === '$setOnInsert' && !where.inserting) return doc;
      const value = change?.(readPath(doc, concrete, lenient), { ...where, path: concrete.join('.') });
      return value === undefined ? doc : writePath(doc, concrete, value);
    },
  };
}

function parseSteps(update: Doc): Step[] {
  const steps = Object.entries(update).flatMap(([operator, fields]) => {
    if (!Object.hasOwn(changes, operator) && operator !== '$unset' && operator !== '$rename') {
      throw new MongoError(
        9,
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isPlainObject(fields)) {
      throw new MongoError(9, `Modifiers operate on fields but we found type ${typeName(fields)} instead in ${operator}`);
    }
    return Object.entries(fields).map(([path, operand]) => stepOf(operator, path, operand));
  });
  refuseConflicts(steps.flatMap(({ parts, also }) => (also ? [parts, also] : [parts])));
  return steps.sort((a, b) => comparePaths(a.parts, b.parts));
}

/** MongoDB adds new fields in the order of their names, numbers by their value. */
function comparePaths(a: string[], b: string[]): number {
  const key = (parts: string[]) => parts.map((name) => (isArrayIndex(name) ? Number(name) : name));
  return compare(key(a), key(b));
}

/** The one field name an array filter begins with. */
function filterName(filter: unknown): string {
  if (!isPlainObject(filter)) throw new MongoError(14, 'Each array filter must be an object');
  const names = Object.entries(filter).flatMap(([name, operand]) => {
    if (!name.startsWith('$')) return [name.split('.')[0] ?? ''];
    return Array.isArray(operand) ? operand.map(filterName) : [];
  });
  const [first, ...others] = new Set(names);
  if (first === undefined) throw new MongoError(9, 'Cannot use an expression without a top-level field name in arrayFilters');
  if (others.length > 0) throw new MongoError(9, `Expected a single top-level field name, found '${first}' and '${others[0]}'`);
  return first;
}

function arrayFilterTests(filters: Doc[], steps: Step[]): Positions['filters'] {
  const tests: Positions['filters'] = new Map();
  for (const filter of filters) {
    const name = filterName(filter);
    if (tests.has(name)) throw new MongoError(9, `Found multiple array filters with the same top-level field name ${name}`);
    if (!steps.some(({ parts }) => parts.includes(`$[${name}]`))) {
      throw new MongoError(9, `The array filter for identifier '${name}' was not used in the update`);
    }
    const predicate = compileFilter(filter);
    tests.set(name, (element) => predicate({ [name]: element }));
  }
  return tests;
}

function operatorUpdate(update: Doc, options: UpdateOptions): Update {
  const steps = parseSteps(update);
  const filters = arrayFilterTests(options.arrayFilters ?? [], steps);
  const isPositional = steps.some(({ parts }) => hasPositional(parts));
  const positions: Positions = { filters, clauses: isPositional ? fieldClauses(options.filter ?? {}) : [] };
  return (doc, { inserting }) => {
    const where = { id: doc._id, inserting };
    const concrete = steps.map((step) => ({ step, paths: isPositional ? expandPath(doc, step.parts, positions) : [step.parts] }));
    if (isPositional) refuseConflicts(concrete.flatMap(({ paths }) => paths));
    let result: unknown = doc;
    for (const { step, paths } of concrete) for (const parts of paths) result = step.apply(result, parts, where);
    const updated = result as Doc;
    if (doc._id === undefined || equal(doc._id, updated._id)) return updated;
    throw new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  };
}

function replacement(fields: Doc): Update {
  const operator = Object.keys(fields).find((name) => name.startsWith('$'));
  if (operator) {
    throw new MongoError(
      52,
      `The dollar ($) prefixed field '${operator}' is not allowed in the context of an update's replacement document.`,
    );
  }
  return (doc) => {
    if (doc._id === undefined) return { ...fields };
    const { _id: id, ...others } = fields;
    if (id === undefined || equal(id, doc._id)) return { _id: doc._id, ...others };
    const found = `was found to have been altered to _id: ${show(id)}`;
    throw new MongoError(66, `After applying the update, the (immutable) field '_id' ${found}`);
  };
}

/**
 * An update, by operators or by a whole new document, as a function to the new document. It changes nothing it is given;
 * the result may share parts with the old document and with the update.
 */
export function compileUpdate(update: Doc, options: UpdateOptions = {}): Update {
  if (Array.isArray(update)) throw new MongoError(9, 'The embedded store does not support an update by a pipeline');
  if (!isPlainObject(update)) throw new MongoError(9, 'Update argument must be either an object or an array');
  if (Object.keys(update)[0]?.startsWith('$')) return operatorUpdate(update, options);
  if (options.arrayFilters) throw new MongoError(9, 'Cannot specify arrayFilters and a replacement document');
  return replacement(update);
}

/** The values a query fixes a path to; through `$and`, and where only one value is possible. */
function fixedValues(filter: Doc): [string, unknown][] {
  return Object.entries(filter).flatMap(([name, operand]): [string, unknown][] => {
    if (name === '$and' || (name === '$or' && (operand as Doc[]).length === 1)) return (operand as Doc[]).flatMap(fixedValues);
    if (name.startsWith('$') || isRegExp(operand)) return [];
    if (!isPlainObject(operand) || !Object.keys(operand)[0]?.startsWith('$')) return [[name, operand]];
    return Object.entries(operand).flatMap(([operator, value]): [string, unknown][] => {
      if (operator === '$eq') return [[name, value]];
      const isOne = (operator === '$in' || operator === '$all') && (value as unknown[]).length === 1;
      const [only] = isOne ? (value as unknown[]) : [];
      return !isOne || isRegExp(only) || (operator === '$all' && isPlainObject(only)) ? [] : [[name, only]];
    });
  });
}

/** The document an upsert begins with: what the query says by equality. */
export function upsertSeed(filter: Doc): Doc {
  let seed: unknown = {};
  const seen = new Set<string>();
  for (const [path, value] of fixedValues(filter)) {
    if (seen.has(path)) throw new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
    seen.add(path);
    const parts = parsePath(path);
    readPath(seed, parts);
    seed = writePath(seed, parts, value);
  }
  return seed as Doc;
}
