import type { ObjectId } from 'bson';
import { toNumber } from './numbers.js';
import { compare, equal, isNumber, isPlainObject, MongoError, typeOrder } from './values.js';

export type Test = (value: unknown) => boolean;
export type TestMaker = (operand: unknown, path: string) => Test;

const badValue = (message: string): MongoError => new MongoError(2, message);

/** What MongoDB takes for true in `$exists` and in projections. */
export const isTrue = (value: unknown): boolean =>
  isNumber(value) ? toNumber(value) !== 0 : value !== false && value !== null && value !== undefined;

export const isRegExp = (value: unknown): boolean => typeOrder(value) === 50;

/** An integer operand, from any number type. */
export function integer(value: unknown): number | undefined {
  const number = isNumber(value) ? toNumber(value) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

const javaScriptFlags: Record<string, string> = { i: 'i', m: 'm', s: 's', u: '' };

/** A pattern as JavaScript reads it; what PCRE would read otherwise is refused where it can be told. */
export function compileRegExp(pattern: unknown, options?: unknown): RegExp {
  const { source, flags } = readPattern(pattern);
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (/(?<!\\)\(\?[a-z-]*[a-z][:)-]/i.test(source)) throw badValue('The embedded store does not support flags inside a regular expression');
  const wanted = [...new Set(options ?? flags)].map((flag) => {
    const own = javaScriptFlags[flag];
    if (own === undefined) throw new MongoError(51108, `invalid flag in regex options: ${flag}`);
    return own;
  });
  try {
    return new RegExp(source, `${wanted.join('')}u`);
  } catch (error) {
    throw new MongoError(51091, `Regular expression is invalid: ${(error as Error).message}`);
  }
}

/** bson writes the flag g for MongoDB's s, and reads it back as g. */
function readPattern(pattern: unknown): { source: string; flags: string } {
  if (typeof pattern === 'string') return { source: pattern, flags: '' };
  if (pattern instanceof RegExp) return { source: pattern.source, flags: pattern.flags.replace('g', 's') };
  if (!isRegExp(pattern)) throw badValue('$regex has to be a string');
  const tagged = pattern as { pattern: string; options: string };
  return { source: tagged.pattern, flags: tagged.options };
}

export function regexTest(pattern: unknown, options?: unknown): Test {
  const expression = compileRegExp(pattern, options);
  return (value) => (typeof value === 'string' ? expression.test(value) : isRegExp(pattern) && equal(value, pattern));
}

export function equalTest(operand: unknown): Test {
  if (operand === undefined) throw badValue('cannot compare to undefined');
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  return (value) => equal(value, operand);
}

/** `$gt` and its like compare only values of the operand's own type. */
function rangeTest(holds: (order: number) => boolean): TestMaker {
  const includesEqual = holds(0);
  return (operand, path) => {
    const kind = typeOrder(operand);
    if (kind === 50) throw badValue(`Can't have RegEx as arg to predicate over field '${path}'.`);
    if (kind === 0) throw badValue('cannot compare to undefined');
    if (kind === -1 || kind === 127) throw badValue('The embedded store does not compare with MinKey and MaxKey');
    if (kind === 5) return (value) => includesEqual && (value === null || value === undefined);
    const isNaNOperand = isNumber(operand) && Number.isNaN(toNumber(operand));
    return (value) => {
      if (typeOrder(value) !== kind) return false;
      if (isNumber(value) && (isNaNOperand || Number.isNaN(toNumber(value)))) return includesEqual && equal(value, operand);
      return holds(compare(value, operand));
    };
  };
}

const isOperatorDocument = (value: unknown): boolean => isPlainObject(value) && (Object.keys(value)[0]?.startsWith('$') ?? false);

/** Lists of ids and strings are looked up in a set: feeds ask for hundreds of them, for each document. */
export function inTest(operator: string, operand: unknown): Test {
  if (!Array.isArray(operand)) throw badValue(`${operator} needs an array`);
  if (operand.some(isOperatorDocument)) throw badValue(`cannot nest $ under ${operator}`);
  const keys = new Set<unknown>();
  const others: Test[] = [];
  for (const item of operand) {
    const key = lookupKey(item);
    if (key !== undefined) keys.add(key);
    else others.push(isRegExp(item) ? regexTest(item) : equalTest(item));
  }
  return (value) => keys.has(lookupKey(value)) || others.some((test) => test(value));
}

function lookupKey(value: unknown): string | undefined {
  if (typeof value === 'string') return `s${value}`;
  return typeOrder(value) === 35 ? (value as ObjectId).toHexString() : undefined;
}

const isInt32 = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 31;
const ofOrder =
  (order: number): Test =>
  (value) =>
    typeOrder(value) === order;
const tagged =
  (tag: string): Test =>
  (value) =>
    (value as { _bsontype?: unknown } | null | undefined)?._bsontype === tag;

/** The numeric types by what the driver would write for the value, since decoding forgets what was sent. */
const types: Record<string, { code: number; test: Test }> = {
  double: { code: 1, test: (value) => (typeof value === 'number' && !isInt32(value)) || tagged('Double')(value) },
  string: { code: 2, test: (value) => typeof value === 'string' },
  object: { code: 3, test: isPlainObject },
  array: { code: 4, test: Array.isArray },
  binData: { code: 5, test: ofOrder(30) },
  objectId: { code: 7, test: ofOrder(35) },
  bool: { code: 8, test: ofOrder(40) },
  date: { code: 9, test: ofOrder(45) },
  null: { code: 10, test: (value) => value === null },
  regex: { code: 11, test: isRegExp },
  int: { code: 16, test: (value) => isInt32(value) || tagged('Int32')(value) },
  timestamp: { code: 17, test: ofOrder(47) },
  long: { code: 18, test: (value) => typeof value === 'bigint' || tagged('Long')(value) },
  decimal: { code: 19, test: tagged('Decimal128') },
};

/** MongoDB's name of a value's type, for messages. */
export const typeName = (value: unknown): string =>
  value === undefined ? 'missing' : (Object.keys(types).find((name) => types[name]?.test(value)) ?? 'unknown');

function oneTypeTest(name: unknown): Test {
  if (name === 'number') return isNumber;
  if (typeof name === 'string' && Object.hasOwn(types, name)) return types[name]?.test ?? isNumber;
  const byCode = Object.values(types).find(({ code }) => code === integer(name));
  if (!byCode)
    throw badValue(typeof name === 'string' ? `Unknown type name alias: ${name}` : `Invalid numerical type code: ${String(name)}`);
  return byCode.test;
}

function typeTest(operand: unknown): Test {
  const tests = (Array.isArray(operand) ? operand : [operand]).map(oneTypeTest);
  if (tests.length === 0) throw new MongoError(9, '$type must match at least one type');
  return (value) => tests.some((test) => test(value));
}

function modTest(operand: unknown): Test {
  if (!Array.isArray(operand)) throw badValue('malformed mod, needs to be an array');
  if (operand.length !== 2) throw badValue(`malformed mod, ${operand.length < 2 ? 'not enough' : 'too many'} elements`);
  const [divisor, remainder] = operand.map((item) => (isNumber(item) ? Math.trunc(toNumber(item)) : Number.NaN)) as [number, number];
  if (!Number.isFinite(divisor)) throw badValue('malformed mod, divisor not a number');
  if (!Number.isFinite(remainder)) throw badValue('malformed mod, remainder not a number');
  if (divisor === 0) throw badValue('divisor cannot be 0');
  return (value) => isNumber(value) && Math.trunc(toNumber(value)) % divisor === remainder;
}

export function sizeTest(operand: unknown): Test {
  const size = integer(operand);
  if (size === undefined || size < 0) throw badValue(`Failed to parse $size. Expected a non-negative number in: $size: ${String(operand)}`);
  return (value) => Array.isArray(value) && value.length === size;
}

/** Operators that judge one value: an array's elements, then the array itself. */
export const elementTests: Record<string, TestMaker> = {
  $eq: equalTest,
  $gt: rangeTest((order) => order > 0),
  $gte: rangeTest((order) => order >= 0),
  $lt: rangeTest((order) => order < 0),
  $lte: rangeTest((order) => order <= 0),
  $in: (operand) => inTest('$in', operand),
  $type: typeTest,
  $mod: modTest,
};
