import type { ObjectId } from 'bson';
import { badValue, compare, type Doc, equal, isPlainObject, MongoError, ownField, show, typeOrder, typeOrders } from './values.js';

export type Predicate = (doc: Doc) => boolean;
type Test = (value: unknown) => boolean;
/** Asks whether some value passes; with `expand`, an array's elements are asked before the array. */
type Subject = (test: Test, expand?: boolean) => boolean;
type Condition = (some: Subject) => boolean;

/** The values a path leads to, as MongoDB walks it: into documents, and into the documents of arrays. */
function someAt(start: unknown, parts: string[], from: number, test: Test, expand: boolean): boolean {
  let value = start;
  for (let index = from; index < parts.length; index++) {
    if (Array.isArray(value)) return someInArray(value, parts, index, test, expand);
    if (!isPlainObject(value)) return test(undefined);
    value = ownField(value, parts[index] ?? '');
  }
  if (expand && Array.isArray(value)) return value.some((element) => test(element)) || test(value);
  return test(value);
}

function someInArray(array: unknown[], parts: string[], index: number, test: Test, expand: boolean): boolean {
  const isLast = index === parts.length - 1;
  return array.some((element, position) => {
    if (isPlainObject(element) && someAt(element, parts, index, test, expand)) return true;
    if (String(position) !== parts[index]) return false;
    if (isLast) return test(element);
    return typeof element === 'object' && element !== null && someAt(element, parts, index + 1, test, expand);
  });
}

/** Recognizes an operator document by its first key. */
export const isOperators = (value: unknown): value is Doc => isPlainObject(value) && Object.keys(value)[0]?.startsWith('$') === true;

function equalTest(operand: unknown): Test {
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  return (value) => equal(value, operand);
}

/** `$gt` and its like compare only values of the operand's own type. */
function range(operand: unknown, holds: (order: number) => boolean): Condition {
  const kind = typeOrder(operand);
  const includesEqual = holds(0);
  if (kind === 5) return (some) => some((value) => includesEqual && (value === null || value === undefined));
  const test = (value: unknown) => {
    if (typeOrder(value) !== kind) return false;
    return Number.isNaN(operand) || Number.isNaN(value) ? includesEqual && equal(value, operand) : holds(compare(value, operand));
  };
  return (some) => some(test);
}

/** Lists of ids and strings are looked up in a set: feeds ask for hundreds of them, for each document. */
function inTest(operator: string, operand: unknown): Test {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  if (operand.some(isOperators)) throw badValue(`cannot nest $ under ${operator}`);
  const keys = new Set(operand.map(lookupKey).filter((key) => key !== undefined));
  const others = operand.filter((item) => lookupKey(item) === undefined).map(equalTest);
  return (value) => keys.has(lookupKey(value) ?? '') || others.some((test) => test(value));
}

function lookupKey(value: unknown): string | undefined {
  if (typeof value === 'string') return `s${value}`;
  return typeOrder(value) === 35 ? (value as ObjectId).toHexString() : undefined;
}

function typeTest(operand: unknown): Test {
  const order = typeof operand === 'string' ? ownField(typeOrders, operand) : undefined;
  if (order === undefined)
    throw badValue(`$type: ${show(operand)} is not supported by this store, which knows ${Object.keys(typeOrders).join(', ')}`);
  return (value) => typeOrder(value) === order;
}

function ofTest(test: Test): Condition {
  return (some) => some(test);
}

function not(condition: Condition): Condition {
  return (some) => !condition(some);
}

const exists: Condition = (some) => some((value) => value !== undefined, false);

const conditions: Record<string, (operand: unknown) => Condition> = {
  $eq: (operand) => ofTest(equalTest(operand)),
  $ne: (operand) => not(ofTest(equalTest(operand))),
  $gt: (operand) => range(operand, (order) => order > 0),
  $gte: (operand) => range(operand, (order) => order >= 0),
  $lt: (operand) => range(operand, (order) => order < 0),
  $lte: (operand) => range(operand, (order) => order <= 0),
  $in: (operand) => ofTest(inTest('$in', operand)),
  $nin: (operand) => not(ofTest(inTest('$nin', operand))),
  $exists: (operand) => (operand === false || operand === 0 || operand === null ? not(exists) : exists),
  $type: (operand) => ofTest(typeTest(operand)),
  $not: (operand) => not(allOf(operand)),
};

function allOf(operators: unknown): Condition {
  if (!isOperators(operators)) throw badValue('$not needs a document of operators');
  const all = Object.entries(operators).map(([operator, operand]) => {
    const make = Object.hasOwn(conditions, operator) ? conditions[operator] : undefined;
    if (make) return make(operand);
    throw badValue(`unknown operator: ${operator}`);
  });
  return (some) => all.every((condition) => condition(some));
}

function logicalPredicate(operator: string, operand: unknown): Predicate {
  if (!Array.isArray(operand)) throw badValue(`${operator} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  if (!operand.every(isPlainObject)) throw badValue('$or/$and/$nor entries need to be full objects');
  const branches = operand.map(compileFilter);
  if (operator === '$and') return (doc) => branches.every((branch) => branch(doc));
  return (doc) => branches.some((branch) => branch(doc)) === (operator === '$or');
}

/** A query as a test of documents. Throws MongoDB's error for what is malformed or not on the allow-list. */
export function compileFilter(filter: Doc): Predicate {
  if (!isPlainObject(filter)) throw new MongoError(14, 'The query filter must be an object');
  const predicates = Object.entries(filter).map(([name, operand]): Predicate => {
    if (['$and', '$or', '$nor'].includes(name)) return logicalPredicate(name, operand);
    if (name.startsWith('$')) throw badValue(`unknown top level operator: ${name}`);
    const parts = name.split('.');
    const condition = isOperators(operand) ? allOf(operand) : ofTest(equalTest(operand));
    return (doc) => condition((test, expand = true) => someAt(doc, parts, 0, test, expand));
  });
  return (doc) => predicates.every((predicate) => predicate(doc));
}
