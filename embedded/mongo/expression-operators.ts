import { Context, evalExpr } from 'mingo/core';
import * as mingoDates from 'mingo/operators/expression/date';
import { integer, typeName } from './match-operators.js';
import { arithmetic, type Numeric, toNumber } from './numbers.js';
import { compare, equal, isNumber, isPlainObject, MongoError, typeOrder } from './values.js';

/** An operator that sees its arguments' values. With `nullable`, a null or missing one makes the result null. */
export interface Operator {
  count: [least: number, most: number];
  nullable?: boolean;
  run(...values: unknown[]): unknown;
}

const fail = (code: number, message: string): never => {
  throw new MongoError(code, message);
};

const isDate = (value: unknown): value is Date => value instanceof Date;
const many = Number.POSITIVE_INFINITY;

const comparison = (holds: (order: number) => unknown): Operator => ({ count: [2, 2], run: (a, b) => holds(compare(a, b)) });

function numberOf(operator: string, value: unknown): number {
  if (!isNumber(value)) return fail(14, `${operator} only supports numeric types, not ${typeName(value)}`);
  if (typeOrder(value) === 10 && typeName(value) === 'decimal') return fail(238, `The embedded store has no ${operator} of decimals`);
  return toNumber(value);
}

const rounding = (operator: string, round: (value: number) => number): Operator => ({
  count: [1, 1],
  nullable: true,
  run: (value) => round(numberOf(operator, value)),
});

const division = (operator: string, divide: (a: number, b: number) => number): Operator => ({
  count: [2, 2],
  nullable: true,
  run(a, b) {
    const [dividend, divisor] = [numberOf(operator, a), numberOf(operator, b)];
    return divisor === 0 ? fail(2, `can't ${operator} by zero`) : divide(dividend, divisor);
  },
});

function exactly(operator: 'add' | 'multiply', a: unknown, b: unknown): Numeric {
  if (!isNumber(a) || !isNumber(b)) return fail(14, `$${operator} only supports numeric types, not ${typeName(isNumber(a) ? b : a)}`);
  return arithmetic(operator, a, b) ?? toNumber(a) + toNumber(b);
}

function add(...values: unknown[]): unknown {
  const dates = values.filter(isDate);
  if (dates.length > 1) return fail(16612, 'only one date allowed in an $add expression');
  const sum = values.map((value) => (isDate(value) ? value.getTime() : value)).reduce((total, value) => exactly('add', total, value), 0);
  return dates.length === 1 ? new Date(numberOf('$add', sum)) : sum;
}

function subtract(a: unknown, b: unknown): unknown {
  if (isDate(a)) return isDate(b) ? a.getTime() - b.getTime() : new Date(a.getTime() - numberOf('$subtract', b));
  if (!isNumber(a) || !isNumber(b)) return fail(14, `can't $subtract ${typeName(b)} from ${typeName(a)}`);
  return exactly('add', a, exactly('multiply', b, -1));
}

function arrayElement(array: unknown, index: unknown): unknown {
  const position = integer(index);
  if (!Array.isArray(array)) return fail(28689, `$arrayElemAt's first argument must be an array, but is ${typeName(array)}`);
  if (position === undefined) return fail(28690, `$arrayElemAt's second argument must be an integer, but is ${typeName(index)}`);
  return array.at(position);
}

function concat(...values: unknown[]): string {
  const other = values.find((value) => typeof value !== 'string');
  return other === undefined ? values.join('') : fail(16702, `$concat only supports strings, not ${typeName(other)}`);
}

/** As MongoDB, only ASCII letters change case. */
const letterCase = (letters: RegExp, change: (text: string) => string): Operator => ({
  count: [1, 1],
  run(value) {
    if (value === null || value === undefined) return '';
    if (typeof value !== 'string') return fail(16007, `can't convert from BSON type ${typeName(value)} to String`);
    return value.replace(letters, change);
  },
});

function substring(text: unknown, from: unknown, count: unknown): string {
  const [start, length] = [integer(from), integer(count)];
  if (start === undefined) return fail(34450, `$substrCP: starting index must be an integer, but is ${typeName(from)}`);
  if (length === undefined) return fail(34452, `$substrCP: length must be an integer, but is ${typeName(count)}`);
  if (start < 0 || length < 0) return fail(34454, '$substrCP: starting index and length must be non-negative');
  if (text === null || text === undefined) return '';
  if (typeof text !== 'string') return fail(16007, `can't convert from BSON type ${typeName(text)} to String`);
  return [...text].slice(start, start + length).join('');
}

function text(value: unknown): string {
  if (isDate(value)) return value.toISOString();
  if (typeof value === 'boolean' || [10, 15, 35].includes(typeOrder(value))) return String(value);
  return fail(241, `Unsupported conversion from ${typeName(value)} to string in $convert with no onError value`);
}

const own: Record<string, Operator> = {
  $add: { count: [0, many], nullable: true, run: add },
  $subtract: { count: [2, 2], nullable: true, run: subtract },
  $multiply: {
    count: [0, many],
    nullable: true,
    run: (...values) => values.reduce((total, value) => exactly('multiply', total, value), 1),
  },
  $divide: division('$divide', (a, b) => a / b),
  $mod: division('$mod', (a, b) => a % b),
  $abs: rounding('$abs', Math.abs),
  $ceil: rounding('$ceil', Math.ceil),
  $floor: rounding('$floor', Math.floor),
  $trunc: rounding('$trunc', Math.trunc),
  $cmp: comparison((order) => order),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $size: {
    count: [1, 1],
    run: (array) =>
      Array.isArray(array) ? array.length : fail(17124, `The argument to $size must be an array, but was of type: ${typeName(array)}`),
  },
  $in: {
    count: [2, 2],
    run: (value, array) =>
      Array.isArray(array)
        ? array.some((element) => equal(element, value))
        : fail(40081, `$in requires an array as a second argument, found: ${typeName(array)}`),
  },
  $isArray: { count: [1, 1], run: Array.isArray },
  $arrayElemAt: { count: [2, 2], nullable: true, run: arrayElement },
  $concatArrays: {
    count: [0, many],
    nullable: true,
    run: (...arrays) => (arrays.every(Array.isArray) ? arrays.flat(1) : fail(28664, '$concatArrays only supports arrays')),
  },
  $concat: { count: [0, many], nullable: true, run: concat },
  $toLower: letterCase(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  $toUpper: letterCase(/[a-z]+/g, (letters) => letters.toUpperCase()),
  $substrCP: { count: [3, 3], run: substring },
  $toString: { count: [1, 1], nullable: true, run: text },
};

/** mingo is trusted with parts of dates in UTC; its time zones and weeks are not MongoDB's. */
const { $year, $month, $dayOfMonth, $dayOfYear, $dayOfWeek, $hour, $minute, $second, $millisecond, $dateToString, $dateTrunc } = mingoDates;
const dateParts = { $year, $month, $dayOfMonth, $dayOfYear, $dayOfWeek, $hour, $minute, $second, $millisecond };
/** So small a context because mingo copies it at each call. */
const context = Context.init({ expression: { ...dateParts, $dateToString, $dateTrunc } });

function mingo(operator: string, args: unknown): unknown {
  const expression = isPlainObject(args) ? Object.fromEntries(Object.keys(args).map((name) => [name, `$${name}`])) : '$value';
  const data = isPlainObject(args) ? args : { value: args };
  return evalExpr(data, { [operator]: expression }, { context, scriptEnabled: false } as Parameters<typeof evalExpr>[2]);
}

function datePart(operator: string): Operator {
  return {
    count: [1, 1],
    nullable: true,
    run: (date) => (isDate(date) ? mingo(operator, date) : fail(16006, `can't convert from BSON type ${typeName(date)} to Date`)),
  };
}

/** Operators with named arguments, all of them required but those with a default. */
export interface NamedOperator {
  required: string[];
  optional: string[];
  run(values: Record<string, unknown>): unknown;
}

const units = ['year', 'quarter', 'month', 'day', 'hour', 'minute', 'second'];

export const namedOperators: Record<string, NamedOperator> = {
  $dateToString: {
    required: ['date'],
    optional: ['format', 'onNull'],
    run({ date, format = '%Y-%m-%dT%H:%M:%S.%LZ', onNull = null }) {
      if (date === null || date === undefined) return onNull;
      if (!isDate(date)) return fail(16006, `can't convert from BSON type ${typeName(date)} to Date`);
      if (typeof format !== 'string' || /%(?![YmdHMSLj])/.test(format))
        return fail(18536, `The embedded store does not know this date format`);
      return mingo('$dateToString', { date, format });
    },
  },
  $dateTrunc: {
    required: ['date', 'unit'],
    optional: [],
    run({ date, unit }) {
      if (date === null || date === undefined || unit === null || unit === undefined) return null;
      if (!isDate(date)) return fail(5439012, `$dateTrunc requires 'date' to be a date, but got ${typeName(date)}`);
      if (!units.includes(String(unit))) return fail(5439014, `The embedded store does not truncate dates to ${String(unit)}`);
      return mingo('$dateTrunc', { date, unit });
    },
  },
};

export const operators: Record<string, Operator> = {
  ...own,
  ...Object.fromEntries(Object.keys(dateParts).map((name) => [name, datePart(name)])),
};
