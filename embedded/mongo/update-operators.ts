import { compileFilter, isOperators } from './match.js';
import { badValue, compare, compileSort, type Doc, equal, isInteger, isPlainObject, MongoError, show, typeName } from './values.js';

/** From the value at a path (undefined where missing) to the new one; undefined leaves the path out. */
export type ValueUpdate = (current: unknown) => unknown;

function increment(operand: unknown, path: string): ValueUpdate {
  if (typeof operand !== 'number') throw new MongoError(14, `Cannot increment with non-numeric argument: {${path}: ${show(operand)}}`);
  return (current = 0) => {
    if (typeof current !== 'number')
      throw new MongoError(14, `Cannot apply $inc to a value of non-numeric type: '${path}' is ${typeName(current)}`);
    const sum = current + operand;
    if (Number.isSafeInteger(sum) || !Number.isInteger(sum)) return sum;
    throw badValue(`Failed to apply $inc to '${path}': the embedded store does not count beyond 2^53`);
  };
}

function extreme(operand: unknown, direction: 1 | -1): ValueUpdate {
  return (current) => (current === undefined || compare(operand, current) * direction > 0 ? operand : current);
}

/** The clauses of `$push` and `$addToSet`; a plain operand is the only one of `$each`. */
function clausesOf(operator: string, operand: unknown, allowed: string[]): Doc & { $each: unknown[] } {
  if (!isPlainObject(operand) || !Object.keys(operand).some((name) => name.startsWith('$'))) return { $each: [operand] };
  const { $each } = operand;
  const unknown = Object.keys(operand).find((name) => !allowed.includes(name));
  if (unknown) throw badValue(`Unrecognized clause in ${operator}: ${unknown}`);
  if (Array.isArray($each)) return { ...operand, $each };
  throw badValue(`The argument to $each in ${operator} must be an array but it was of type: ${typeName($each)}`);
}

function pushOrder(sort: unknown): ((a: unknown, b: unknown) => number) | undefined {
  if (sort === undefined) return undefined;
  if (!isPlainObject(sort) || Object.keys(sort).length === 0 || !Object.values(sort).every((one) => one === 1 || one === -1))
    throw badValue('The $sort of the embedded store is {field: 1/-1}');
  const byFields = compileSort(sort);
  return (a, b) => byFields(isPlainObject(a) ? a : {}, isPlainObject(b) ? b : {});
}

function arrayAt(operator: string, path: string, current: unknown): unknown[] {
  if (Array.isArray(current)) return current;
  throw badValue(`Cannot apply ${operator} to a non-array: the field '${path}' is of type ${typeName(current)}`);
}

function push(operand: unknown, path: string): ValueUpdate {
  const clauses = clausesOf('$push', operand, ['$each', '$position', '$slice', '$sort']);
  const { $position: position = Number.MAX_SAFE_INTEGER, $slice: slice = Number.MAX_SAFE_INTEGER } = clauses;
  if (!isInteger(position) || !isInteger(slice)) throw badValue('$position and $slice must be integers');
  const order = pushOrder(clauses.$sort);
  return (current = []) => {
    const result = arrayAt('$push', path, current).toSpliced(position, 0, ...clauses.$each);
    if (order) result.sort(order);
    return slice < 0 ? result.slice(slice) : result.slice(0, slice);
  };
}

function addToSet(operand: unknown, path: string): ValueUpdate {
  const { $each } = clausesOf('$addToSet', operand, ['$each']);
  return (current = []) => {
    const result = [...arrayAt('$addToSet', path, current)];
    for (const value of $each) if (!result.some((present) => equal(present, value))) result.push(value);
    return result;
  };
}

/** A literal value is compared, operators judge each element, a document without them is a query on embedded documents. */
function pull(operand: unknown, path: string): ValueUpdate {
  const isQuery = isPlainObject(operand) && !isOperators(operand);
  const matches = isQuery ? compileFilter(operand) : compileFilter({ element: isOperators(operand) ? operand : { $eq: operand } });
  const isGone = (element: unknown) => (isQuery ? isPlainObject(element) && matches(element) : matches({ element }));
  return (current) => (current === undefined ? undefined : arrayAt('$pull', path, current).filter((element) => !isGone(element)));
}

/** Every operator of an update, from its operand to the change it makes. */
export const changes: Record<string, (operand: unknown, path: string) => ValueUpdate> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => () => undefined,
  $inc: increment,
  $min: (operand) => extreme(operand, -1),
  $max: (operand) => extreme(operand, 1),
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
};
