import { Context, evalExpr } from 'mingo/core';
import * as mingo from 'mingo/operators/expression/date';
import { integer, typeName } from './match-operators.js';
import { arithmetic, type Numeric, toNumber } from './numbers.js';
import { compare, type Doc, equal, isNumber, MongoError, typeOrder } from './values.js';

const fail = (code: number, message: string): never => {
  throw new MongoError(code, message);
};

const isNil = (value: unknown): boolean => value === null || value === undefined;
const isDate = (value: unknown): value is Date => value instanceof Date;
const isNumeric = (value: unknown): value is Numeric => isNumber(value) && typeName(value) !== 'decimal';

const kinds = {
  any: () => true,
  number: isNumeric,
  'number or date': (value: unknown) => isNumeric(value) || isDate(value),
  date: isDate,
  string: (value: unknown) => typeof value === 'string',
  array: Array.isArray,
};

/** An operator that sees its arguments' values, all of one kind. `nullTo` is its result where one is null or missing. */
export interface Operator {
  count: [least: number, most: number];
  kind: keyof typeof kinds;
  code: number;
  nullTo?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: each takes what its kind says, which is checked before
  run(...values: any[]): unknown;
}

/** Applies an operator, or fails with its code on an argument of another kind. */
export function applyOperator(name: string, operator: Operator, values: unknown[]): unknown {
  if ('nullTo' in operator && values.some(isNil)) return operator.nullTo;
  const wrong = values.findIndex((value) => !kinds[operator.kind](value));
  if (wrong < 0) return operator.run(...values);
  return fail(operator.code, `${name} only supports ${operator.kind}, not ${typeName(values[wrong])}`);
}

const exactly = (operation: 'add' | 'multiply', a: Numeric, b: Numeric): Numeric =>
  arithmetic(operation, a, b) ?? fail(2, `The result of ${operation} does not fit a 64-bit integer`);

const comparison = (holds: (order: number) => unknown): Operator => ({
  count: [2, 2],
  kind: 'any',
  code: 2,
  run: (a, b) => holds(compare(a, b)),
});

const rounding = (round: (value: number) => number): Operator => ({
  count: [1, 1],
  kind: 'number',
  code: 14,
  nullTo: null,
  run: (value) => round(toNumber(value)),
});

const division = (divide: (a: number, b: number) => number): Operator => ({
  count: [2, 2],
  kind: 'number',
  code: 14,
  nullTo: null,
  run: (a, b) => (toNumber(b) === 0 ? fail(2, "can't divide by zero") : divide(toNumber(a), toNumber(b))),
});

/** As MongoDB, only ASCII letters change case. */
const letterCase = (letters: RegExp, change: (text: string) => string): Operator => ({
  count: [1, 1],
  kind: 'string',
  code: 16007,
  nullTo: '',
  run: (text: string) => text.replace(letters, change),
});

function add(...values: (Numeric | Date)[]): unknown {
  const dates = values.filter(isDate).length;
  if (dates > 1) return fail(16612, 'only one date allowed in an $add expression');
  const sum = values.map((value) => (isDate(value) ? value.getTime() : value)).reduce((total, value) => exactly('add', total, value), 0);
  return dates === 1 ? new Date(toNumber(sum)) : sum;
}

function subtract(a: Numeric | Date, b: Numeric | Date): unknown {
  if (isDate(a)) return isDate(b) ? a.getTime() - b.getTime() : new Date(a.getTime() - toNumber(b));
  return isDate(b) ? fail(14, "can't $subtract date from a number") : exactly('add', a, exactly('multiply', b, -1));
}

function arrayElement(array: unknown, index: unknown): unknown {
  if (!Array.isArray(array)) return fail(28689, `$arrayElemAt's first argument must be an array, but is ${typeName(array)}`);
  return array.at(integer(index) ?? fail(28690, `$arrayElemAt's second argument must be an integer, but is ${typeName(index)}`));
}

function contains(value: unknown, array: unknown): boolean {
  if (!Array.isArray(array)) return fail(40081, `$in requires an array as a second argument, found: ${typeName(array)}`);
  return array.some((element) => equal(element, value));
}

function substring(text: unknown, from: unknown, count: unknown): string {
  const start = integer(from) ?? fail(34450, `$substrCP: starting index must be an integer, but is ${typeName(from)}`);
  const length = integer(count) ?? fail(34452, `$substrCP: length must be an integer, but is ${typeName(count)}`);
  if (start < 0 || length < 0) return fail(34454, '$substrCP: starting index and length must be non-negative');
  if (typeof text === 'string') return [...text].slice(start, start + length).join('');
  return isNil(text) ? '' : fail(16007, `can't convert from BSON type ${typeName(text)} to String`);
}

function toText(value: unknown): string {
  if (isDate(value)) return value.toISOString();
  if (typeof value === 'boolean' || [10, 15, 35].includes(typeOrder(value))) return String(value);
  return fail(241, `Unsupported conversion from ${typeName(value)} to string in $convert with no onError value`);
}

/** mingo is trusted with parts of dates in UTC; its time zones and weeks are not MongoDB's. */
const { $year, $month, $dayOfMonth, $dayOfYear, $dayOfWeek, $hour, $minute, $second, $millisecond, $dateToString, $dateTrunc } = mingo;
const dateParts = { $year, $month, $dayOfMonth, $dayOfYear, $dayOfWeek, $hour, $minute, $second, $millisecond };
/** So small a context because mingo copies it at each call. */
const options = { context: Context.init({ expression: { ...dateParts, $dateToString, $dateTrunc } }), scriptEnabled: false };
const viaMingo = (data: Doc, expression: Doc): unknown => evalExpr(data, expression, options as Parameters<typeof evalExpr>[2]);

const datePart = (name: string): Operator => ({
  count: [1, 1],
  kind: 'date',
  code: 16006,
  nullTo: null,
  run: (date: Date) => viaMingo({ date }, { [name]: '$date' }),
});

const many = Number.POSITIVE_INFINITY;

export const operators: Record<string, Operator> = {
  $add: { count: [0, many], kind: 'number or date', code: 14, nullTo: null, run: add },
  $subtract: { count: [2, 2], kind: 'number or date', code: 14, nullTo: null, run: subtract },
  $multiply: {
    count: [0, many],
    kind: 'number',
    code: 14,
    nullTo: null,
    run: (...values) => values.reduce((a, b) => exactly('multiply', a, b), 1),
  },
  $divide: division((a, b) => a / b),
  $mod: division((a, b) => a % b),
  $abs: rounding(Math.abs),
  $ceil: rounding(Math.ceil),
  $floor: rounding(Math.floor),
  $trunc: rounding(Math.trunc),
  $cmp: comparison((order) => order),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $size: { count: [1, 1], kind: 'array', code: 17124, run: (array) => array.length },
  $in: { count: [2, 2], kind: 'any', code: 2, run: contains },
  $isArray: { count: [1, 1], kind: 'any', code: 2, run: Array.isArray },
  $arrayElemAt: { count: [2, 2], kind: 'any', code: 2, nullTo: null, run: arrayElement },
  $concatArrays: { count: [0, many], kind: 'array', code: 28664, nullTo: null, run: (...arrays) => arrays.flat(1) },
  $concat: { count: [0, many], kind: 'string', code: 16702, nullTo: null, run: (...texts) => texts.join('') },
  $toLower: letterCase(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  $toUpper: letterCase(/[a-z]+/g, (letters) => letters.toUpperCase()),
  $substrCP: { count: [3, 3], kind: 'any', code: 2, run: substring },
  $toString: { count: [1, 1], kind: 'any', code: 2, nullTo: null, run: toText },
  ...Object.fromEntries(Object.keys(dateParts).map((name) => [name, datePart(name)])),
};

/** Operators with named arguments. */
export interface NamedOperator {
  required: string[];
  optional: string[];
  run(values: Doc): unknown;
}

const units = ['year', 'quarter', 'month', 'day', 'hour', 'minute', 'second'];

export const namedOperators: Record<string, NamedOperator> = {
  $dateToString: {
    required: ['date'],
    optional: ['format', 'onNull'],
    run({ date, format = '%Y-%m-%dT%H:%M:%S.%LZ', onNull = null }) {
      if (isNil(date)) return onNull;
      if (!isDate(date)) return fail(16006, `can't convert from BSON type ${typeName(date)} to Date`);
      if (typeof format !== 'string' || /%(?![YmdHMSLj])/.test(format))
        return fail(18536, 'The embedded store does not know this date format');
      return viaMingo({ date, format }, { $dateToString: { date: '$date', format: '$format' } });
    },
  },
  $dateTrunc: {
    required: ['date', 'unit'],
    optional: [],
    run({ date, unit }) {
      if (isNil(date) || isNil(unit)) return null;
      if (!isDate(date)) return fail(5439012, `$dateTrunc requires 'date' to be a date, but got ${typeName(date)}`);
      if (!units.includes(String(unit))) return fail(5439014, `The embedded store does not truncate dates to ${String(unit)}`);
      return viaMingo({ date, unit }, { $dateTrunc: { date: '$date', unit: '$unit' } });
    },
  },
};
