import { Long } from 'bson';

/** What bson decodes a number to: plain where it is exact, a wrapper where it is not. */
export type Numeric = number | bigint | { _bsontype: string; toString(): string };

interface Decimal {
  digits: bigint;
  exponent: number;
}

const isDecimal = (value: Numeric): boolean => typeof value === 'object' && value._bsontype === 'Decimal128';
const isLong = (value: Numeric): boolean => typeof value === 'bigint' || (typeof value === 'object' && value._bsontype === 'Long');

/** The nearest JavaScript number. */
export const toNumber = (value: Numeric): number => (typeof value === 'number' ? value : Number(value.toString()));

/** The integer a 64-bit type holds, or a whole number; undefined for anything else. */
function toBigInt(value: Numeric): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (isLong(value)) return BigInt(value.toString());
  const plain = toNumber(value);
  return !isDecimal(value) && Number.isInteger(plain) ? BigInt(plain) : undefined;
}

/** Exact to 34 digits as MongoDB compares; undefined for NaN and the infinities. */
function toDecimal(value: Numeric): Decimal | undefined {
  const text = typeof value === 'number' ? value.toPrecision(34) : value.toString();
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  return { digits: BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

const order = <T extends number | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

function compareDoubles(a: number, b: number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  return Number.isNaN(b) ? 1 : order(a, b);
}

/** By value whatever the types; NaN is the lowest. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  if (typeof a === 'number' && typeof b === 'number') return compareDoubles(a, b);
  const [whole, otherWhole] = [toBigInt(a), toBigInt(b)];
  if (whole !== undefined && otherWhole !== undefined) return order(whole, otherWhole);
  const [exact, otherExact] = [toDecimal(a), toDecimal(b)];
  if (!exact || !otherExact) return compareDoubles(exact ? 0 : toNumber(a), otherExact ? 0 : toNumber(b));
  const exponent = Math.min(exact.exponent, otherExact.exponent);
  const [x, y] = [exact, otherExact].map((value) => value.digits * 10n ** BigInt(value.exponent - exponent));
  return order(x ?? 0n, y ?? 0n);
}

/**
 * The sum or product in the wider of the two types, as MongoDB computes `$inc` and `$mul`.
 * Undefined for decimals, which are not supported here, and where a 64-bit integer overflows.
 */
export function arithmetic(operator: 'add' | 'multiply', a: Numeric, b: Numeric): Numeric | undefined {
  if (isDecimal(a) || isDecimal(b)) return undefined;
  const adding = operator === 'add';
  const plain = adding ? toNumber(a) + toNumber(b) : toNumber(a) * toNumber(b);
  const hasLong = isLong(a) || isLong(b);
  const integers = [a, b].every((n) => isLong(n) || Number.isSafeInteger(toNumber(n)));
  if (!integers || (Number.isSafeInteger(plain) && !hasLong)) return plain;
  const [x = 0n, y = 0n] = [toBigInt(a), toBigInt(b)];
  const exact = adding ? x + y : x * y;
  return BigInt.asIntN(64, exact) === exact ? Long.fromBigInt(exact) : undefined;
}
