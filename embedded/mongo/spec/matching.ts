import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'bson';

export type SpecDoc = Record<string, unknown>;

/** An answer, an event or a stored document that is not what the test expects. */
export class Mismatch extends Error {}

/** Gives what a test named earlier: a saved result, or the id of a session. */
export interface Named {
  entity(name: string): unknown;
  lsid(session: string): unknown;
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each)) ?? 'nothing';

const isDoc = (value: unknown): value is SpecDoc =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !('_bsontype' in value) &&
  !ArrayBuffer.isView(value);

const bsonType = (value: unknown): string | undefined => (value as { _bsontype?: string } | null | undefined)?._bsontype;
const numeric: Record<string, string> = { Int32: 'int', Double: 'double', Long: 'long' };
const otherTypes: Record<string, string> = { ObjectId: 'objectId', Binary: 'binData', Timestamp: 'timestamp', Decimal128: 'decimal' };

/** Reads a value as it goes over the wire: without undefined fields, maps as documents, numbers with their types. */
export const asSent = (value: unknown): SpecDoc =>
  deserialize(serialize(value as SpecDoc, { ignoreUndefined: true }), { promoteValues: false });

/** Gives the names that `$$type` may use for a value. */
function typesOf(value: unknown): string[] {
  if (typeof value === 'number' || typeof value === 'bigint') return ['int', 'long', 'double', 'number'];
  const type = bsonType(value) ?? '';
  if (numeric[type] !== undefined) return [numeric[type], 'number'];
  if (otherTypes[type] !== undefined) return [otherTypes[type]];
  if (typeof value === 'boolean') return ['bool'];
  if (value instanceof Date) return ['date'];
  if (Array.isArray(value)) return ['array'];
  return [value === null ? 'null' : typeof value];
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint' || numeric[bsonType(value) ?? ''] !== undefined) return Number(value);
  if (value instanceof Date) return value.getTime();
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
  if (bsonType(value) === 'Binary') return Buffer.from((value as { buffer: Uint8Array }).buffer).toString('hex');
  if (bsonType(value) !== undefined) return String(value);
  return value instanceof Map ? Object.fromEntries(value) : value;
}

function matchOperator(operator: string, wanted: unknown, actual: unknown, named: Named, where: string, mayHaveMore: boolean): void {
  const check = (holds: boolean, what: string) => {
    if (!holds) throw new Mismatch(`${where}: expected ${what}, got ${shown(actual)}`);
  };
  if (operator === '$$exists') check((actual !== undefined) === wanted, wanted ? 'a value' : 'nothing');
  else if (operator === '$$unsetOrMatches') {
    if (actual !== undefined && actual !== null) match(wanted, actual, named, where, mayHaveMore);
  } else if (operator === '$$type') {
    const types = [wanted].flat() as string[];
    check(actual !== undefined && typesOf(actual).some((type) => types.includes(type)), `a value of type ${types}`);
  } else if (operator === '$$matchesEntity') match(named.entity(String(wanted)), actual, named, where, mayHaveMore);
  else if (operator === '$$sessionLsid') match(named.lsid(String(wanted)), actual, named, where, mayHaveMore);
  else if (operator === '$$matchesHexBytes') check(plain(actual) === wanted, `the bytes ${wanted}`);
  else throw new Mismatch(`${where}: the runner does not know ${operator}`);
}

/** Throws a Mismatch unless the value is as the test wants it. A document at the root may have more fields than are named. */
export function match(expected: unknown, found: unknown, named: Named, where: string, mayHaveMore = false): void {
  if (isDoc(expected)) {
    const [[operator = '', wanted] = []] = Object.entries(expected);
    if (operator.startsWith('$$')) {
      matchOperator(operator, wanted, found, named, where, mayHaveMore);
      return;
    }
  }
  const actual = plain(found);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      throw new Mismatch(`${where}: expected ${shown(expected)}, got ${shown(actual)}`);
    for (const [at, each] of expected.entries()) match(each, actual[at], named, `${where}[${at}]`, mayHaveMore && isDoc(each));
  } else if (isDoc(expected)) {
    if (!isDoc(actual)) throw new Mismatch(`${where}: expected ${shown(expected)}, got ${shown(actual)}`);
    for (const [key, each] of Object.entries(expected)) match(each, actual[key], named, `${where}.${key}`);
    const more = Object.keys(actual).filter((key) => actual[key] !== undefined && !Object.hasOwn(expected, key));
    if (!mayHaveMore && more.length > 0) throw new Mismatch(`${where}: nobody expected ${more.join(', ')} in ${shown(actual)}`);
  } else if (!isDeepStrictEqual(plain(expected), actual)) throw new Mismatch(`${where}: expected ${shown(expected)}, got ${shown(actual)}`);
}
