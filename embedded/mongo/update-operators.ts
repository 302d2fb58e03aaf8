import { compileFilter } from './match.js';
import { integer, isRegExp, typeName } from './match-operators.js';
import { arithmetic } from './numbers.js';
import { compileSort } from './sort.js';
import { show } from './update-paths.js';
import { compare, type Doc, equal, isNumber, isPlainObject, MongoError } from './values.js';

export interface Where {
  path: string;
  id: unknown;
  inserting: boolean;
}

/** From the value at a path (undefined where missing) to the new one; undefined leaves it as it is. */
export type Change = (current: unknown, where: Where) => unknown;

const badValue = (message: string): MongoError => new MongoError(2, message);

function numericChange(operator: '$inc' | '$mul') {
  const [verb, operation] = operator === '$inc' ? (['increment', 'add'] as const) : (['multiply', 'multiply'] as const);
  return (operand: unknown, path: string): Change => {
    if (!isNumber(operand)) throw new MongoError(14, `Cannot ${verb} with non-numeric argument: {${path}: ${show(operand)}}`);
    return (current = 0, where) => {
      if (!isNumber(current)) {
        const found = `has the field '${where.path}' of non-numeric type ${typeName(current)}`;
        throw new MongoError(14, `Cannot apply ${operator} to a value of non-numeric type. {_id: ${show(where.id)}} ${found}`);
      }
      const result = arithmetic(operation, current, operand);
      if (result === undefined) throw badValue(`Failed to apply ${operator} operations to current value (${String(current)})`);
      return result;
    };
  };
}

const boundChange =
  (direction: 1 | -1) =>
  (operand: unknown): Change =>
  (current) =>
    current === undefined || compare(operand, current) * direction > 0 ? operand : undefined;

function currentDate(operand: unknown): Change {
  const isDate = typeof operand === 'boolean' || (isPlainObject(operand) && equal(operand, { $type: 'date' }));
  if (!isDate) throw badValue(`${show(operand)} is not valid type for $currentDate. The embedded store knows true and {$type: 'date'}`);
  return () => new Date();
}

interface PushPlan {
  each: unknown[];
  position: number;
  slice: number | undefined;
  order: ((a: unknown, b: unknown) => number) | undefined;
}

const firstKey = (value: unknown): string | undefined => (isPlainObject(value) ? Object.keys(value)[0] : undefined);
const hasEach = (operand: unknown): operand is Doc => isPlainObject(operand) && '$each' in operand;

function eachOf(operator: string, operand: unknown, clauses: string[]): unknown[] {
  if (!hasEach(operand)) {
    if (firstKey(operand)?.startsWith('$')) throw badValue(`Unrecognized clause in ${operator}: ${firstKey(operand)}`);
    return [operand];
  }
  const unknown = Object.keys(operand).find((name) => !clauses.includes(name));
  if (unknown) throw badValue(`Unrecognized clause in ${operator}: ${unknown}`);
  if (Array.isArray(operand.$each)) return operand.$each;
  throw badValue(`The argument to $each in ${operator} must be an array but it was of type: ${typeName(operand.$each)}`);
}

function integerClause(operand: Doc, name: string): number | undefined {
  const value = operand[name];
  const number = integer(value);
  if (value === undefined || number !== undefined) return number;
  throw badValue(`The value for ${name} must be an integer value but was given type: ${typeName(value)}`);
}

function pushOrder(sort: unknown): PushPlan['order'] {
  if (sort === undefined) return undefined;
  if (isPlainObject(sort) && firstKey(sort) !== undefined) {
    if (!Object.values(sort).every((direction) => Math.abs(integer(direction) ?? 0) === 1)) {
      throw badValue('The $sort element value must be either 1 or -1');
    }
    const byFields = compileSort(sort);
    return (a, b) => byFields(isPlainObject(a) ? a : {}, isPlainObject(b) ? b : {});
  }
  const direction = integer(sort);
  if (direction === 1 || direction === -1) return (a, b) => compare(a, b) * direction;
  throw badValue('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
}

function planPush(operand: unknown): PushPlan {
  const each = eachOf('$push', operand, ['$each', '$position', '$slice', '$sort']);
  const clauses = hasEach(operand) ? operand : {};
  return {
    each,
    position: integerClause(clauses, '$position') ?? Number.POSITIVE_INFINITY,
    slice: integerClause(clauses, '$slice'),
    order: pushOrder(clauses.$sort),
  };
}

function push(operand: unknown): Change {
  const { each, position, slice, order } = planPush(operand);
  return (current = [], where) => {
    if (!Array.isArray(current)) {
      const found = `is of type ${typeName(current)} in document {_id: ${show(where.id)}}`;
      throw badValue(`The field '${where.path}' must be an array but ${found}`);
    }
    const result = current.toSpliced(position, 0, ...each);
    if (order) result.sort(order);
    if (slice === undefined) return result;
    return slice < 0 ? result.slice(slice) : result.slice(0, slice);
  };
}

function addToSet(operand: unknown): Change {
  const each = eachOf('$addToSet', operand, ['$each']);
  return (current = [], where) => {
    if (!Array.isArray(current)) {
      const found = `Field named '${where.path}' has non-array type ${typeName(current)}`;
      throw badValue(`Cannot apply $addToSet to non-array field. ${found}`);
    }
    const result = [...current];
    for (const value of each) if (!result.some((present) => equal(present, value))) result.push(value);
    return result;
  };
}

function cull(operator: string, gone: (element: unknown) => boolean): Change {
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) throw badValue(`Cannot apply ${operator} to a non-array value`);
    return current.filter((element) => !gone(element));
  };
}

/** A literal value is compared, operators judge each element, a document without them is a query on embedded documents. */
function pull(operand: unknown): Change {
  const first = firstKey(operand);
  if (isRegExp(operand) || (first?.startsWith('$') && !['$and', '$or', '$nor'].includes(first))) {
    const matches = compileFilter({ '': operand });
    return cull('$pull', (element) => matches({ '': element }));
  }
  if (!isPlainObject(operand)) return cull('$pull', (element) => equal(element, operand));
  const matches = compileFilter(operand);
  return cull('$pull', (element) => isPlainObject(element) && matches(element));
}

function pullAll(operand: unknown): Change {
  if (!Array.isArray(operand)) throw badValue(`$pullAll requires an array argument but was given a ${typeName(operand)}`);
  return cull('$pullAll', (element) => operand.some((value) => equal(value, element)));
}

function pop(operand: unknown, path: string): Change {
  const end = integer(operand);
  if (end !== 1 && end !== -1) throw new MongoError(9, `$pop expects 1 or -1, found: ${path}: ${show(operand)}`);
  return (current, where) => {
    if (current === undefined) return undefined;
    if (Array.isArray(current)) return end === 1 ? current.slice(0, -1) : current.slice(1);
    throw new MongoError(14, `Path '${where.path}' contains an element of non-array type '${typeName(current)}'`);
  };
}

/** Operators that change the value at a path; `$unset` and `$rename` are the caller's. */
export const changes: Record<string, (operand: unknown, path: string) => Change> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => (_current, where) => (where.inserting ? operand : undefined),
  $inc: numericChange('$inc'),
  $mul: numericChange('$mul'),
  $min: boundChange(-1),
  $max: boundChange(1),
  $currentDate: currentDate,
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};

/** Operators for which a path blocked by a value is as good as missing. */
export const lenientOperators = new Set(['$pull', '$pullAll']);
