import type { Binary, ObjectId } from 'bson';
import { compareNumbers, type Numeric } from './numbers.js';

export type Doc = Record<string, unknown>;

const codeNames: Record<number, string> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  17: 'ProtocolError',
  20: 'IllegalOperation',
  24: 'LockTimeout',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  117: 'ConflictingOperationInProgress',
  125: 'CommandFailed',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  197: 'InvalidIndexSpecificationOption',
  225: 'TransactionTooOld',
  238: 'NotImplemented',
  241: 'ConversionFailure',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  263: 'OperationNotSupportedInTransaction',
  352: 'UnsupportedOpQueryCommand',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
};

/** An error as MongoDB answers it; `extra` is added to the answer, as `keyPattern` of a duplicate key. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly extra: Doc | undefined;
  readonly labels: string[] | undefined;

  constructor(code: number, message: string, extra?: Doc, labels?: string[]) {
    super(message);
    this.code = code;
    this.codeName = codeNames[code] ?? `Location${code}`;
    this.extra = extra;
    this.labels = labels;
  }
}

/** A document or an embedded one: not an array, a date or another BSON type. */
export function isPlainObject(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const taggedOrders: Record<string, number> = {
  MinKey: -1,
  Long: 10,
  Int32: 10,
  Double: 10,
  Decimal128: 10,
  BSONSymbol: 15,
  Binary: 30,
  UUID: 30,
  ObjectId: 35,
  Timestamp: 47,
  BSONRegExp: 50,
  MaxKey: 127,
};

/** MongoDB's order of types; `undefined` stands for missing and for an empty array in an index. References and code count as documents. */
export function typeOrder(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 5;
  if (typeof value === 'number' || typeof value === 'bigint') return 10;
  if (typeof value === 'string') return 15;
  if (typeof value === 'boolean') return 40;
  if (isPlainObject(value)) return 20;
  if (Array.isArray(value)) return 25;
  if (value instanceof Date) return 45;
  if (value instanceof RegExp) return 50;
  if (value instanceof Uint8Array) return 30;
  return taggedOrders[String((value as { _bsontype?: unknown })._bsontype)] ?? 20;
}

export const isNumber = (value: unknown): value is Numeric => typeOrder(value) === 10;

const sign = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** By UTF-8 bytes: UTF-16 order but for the surrogates, which come after every other unit. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const isSurrogate = x >= 0xd800 && x < 0xe000;
    return isSurrogate === (y >= 0xd800 && y < 0xe000) ? sign(x, y) : isSurrogate ? 1 : -1;
  }
  return sign(a.length, b.length);
}

function compareDocuments(a: Doc, b: Doc): number {
  const [keys, otherKeys] = [Object.keys(a), Object.keys(b)];
  const length = Math.min(keys.length, otherKeys.length);
  for (let i = 0; i < length; i++) {
    const [key, otherKey] = [keys[i] ?? '', otherKeys[i] ?? ''];
    const [value, other] = [a[key], b[otherKey]];
    const result = sign(typeOrder(value), typeOrder(other)) || compareStrings(key, otherKey) || compare(value, other);
    if (result) return result;
  }
  return sign(keys.length, otherKeys.length);
}

function compareArrays(a: readonly unknown[], b: readonly unknown[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const result = compare(a[i], b[i]);
    if (result) return result;
  }
  return sign(a.length, b.length);
}

function compareBinaries(a: Binary | Uint8Array, b: Binary | Uint8Array): number {
  const [bytes, otherBytes] = [a, b].map((value) => (value instanceof Uint8Array ? value : value.buffer.subarray(0, value.position)));
  const [subType, otherSubType] = [a, b].map((value) => (value instanceof Uint8Array ? 0 : value.sub_type));
  return (
    sign(bytes?.length ?? 0, otherBytes?.length ?? 0) ||
    sign(subType ?? 0, otherSubType ?? 0) ||
    Buffer.compare(bytes as Uint8Array, otherBytes as Uint8Array)
  );
}

/** MongoDB's order over values of all types; numbers of all types by their value. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const kind = typeOrder(a);
  const different = sign(kind, typeOrder(b));
  if (different) return different;
  switch (kind) {
    case 10:
      return compareNumbers(a as Numeric, b as Numeric);
    case 15:
      return compareStrings(String(a), String(b));
    case 20:
      return compareDocuments(a as Doc, b as Doc);
    case 25:
      return compareArrays(a as unknown[], b as unknown[]);
    case 30:
      return compareBinaries(a as Binary, b as Binary);
    case 35:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    case 40:
    case 45:
      return sign(Number(a), Number(b));
    case 47:
      return compareNumbers(BigInt(String(a)), BigInt(String(b)));
    case -1:
    case 0:
    case 127:
      return 0;
    default:
      return compareStrings(String(a), String(b));
  }
}

/** Equal to a query: numbers by value, documents only with their fields in the same order. */
export const equal = (a: unknown, b: unknown): boolean => compare(a, b) === 0;

/** A field's own value, never one of the prototype. */
export const ownField = (value: Doc, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);

export const isArrayIndex = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name);

function collect(value: unknown, parts: string[], index: number, out: unknown[], missing: unknown[]): void {
  const name = parts[index];
  if (name === undefined) {
    out.push(value);
  } else if (Array.isArray(value)) {
    if (isArrayIndex(name) && Number(name) < value.length) collect(value[Number(name)], parts, index + 1, out, missing);
    else if (value.length === 0) out.push(...missing);
    else for (const element of value) collect(Array.isArray(element) ? undefined : element, parts, index, out, missing);
  } else {
    const next = isPlainObject(value) ? ownField(value, name) : undefined;
    if (next === undefined) out.push(...missing);
    else collect(next, parts, index + 1, out, missing);
  }
}

/** Every value at a path, through arrays of documents; nothing where it is missing. */
export function getPath(doc: Doc, path: string): unknown[] {
  const out: unknown[] = [];
  collect(doc, path.split('.'), 0, out, []);
  return out;
}

/** What an index holds for a path: each element of an array once, null where it is missing, undefined for an empty array. */
export function indexValues(doc: Doc, path: string): unknown[] {
  const direct = path.includes('.') ? undefined : ownField(doc, path);
  if (direct !== undefined && !Array.isArray(direct)) return [direct];
  const found: unknown[] = [];
  collect(doc, path.split('.'), 0, found, [null]);
  const values = found.flatMap((value) => (Array.isArray(value) ? (value.length === 0 ? [undefined] : value) : [value]));
  if (values.length < 2) return values;
  return values.sort(compare).filter((value, i) => i === 0 || !equal(value, values[i - 1]));
}
