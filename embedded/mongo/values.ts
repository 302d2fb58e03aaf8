import { type Binary, EJSON, type ObjectId } from 'bson';

export type Doc = Record<string, unknown>;

/** MongoDB's names of its codes, those of which a driver or a fail point may make use; others are called by their number. */
const names = `1 InternalError, 2 BadValue, 4 NoSuchKey, 6 HostUnreachable, 7 HostNotFound, 8 UnknownError, 9 FailedToParse, 11 UserNotFound,
  13 Unauthorized, 14 TypeMismatch, 15 Overflow, 16 InvalidLength, 17 ProtocolError, 18 AuthenticationFailed, 20 IllegalOperation,
  22 InvalidBSON, 24 LockTimeout, 26 NamespaceNotFound, 27 IndexNotFound, 28 PathNotViable, 40 ConflictingUpdateOperators, 43 CursorNotFound,
  46 LockBusy, 48 NamespaceExists, 50 MaxTimeMSExpired, 52 DollarPrefixedFieldName, 53 InvalidIdField, 54 NotSingleValueField,
  56 EmptyFieldName, 57 DottedFieldName, 59 CommandNotFound, 61 ShardKeyNotFound, 64 WriteConcernTimeout, 66 ImmutableField,
  67 CannotCreateIndex, 68 IndexAlreadyExists, 71 ReplicaSetNotFound, 72 InvalidOptions, 73 InvalidNamespace, 74 NodeNotFound,
  79 UnknownReplWriteConcern, 85 IndexOptionsConflict, 86 IndexKeySpecsConflict, 89 NetworkTimeout, 90 CallbackCanceled,
  91 ShutdownInProgress, 94 NotYetInitialized, 96 OperationFailed, 100 UnsatisfiableWriteConcern, 112 WriteConflict,
  115 CommandNotSupported, 117 ConflictingOperationInProgress, 121 DocumentValidationFailure, 123 NotAReplicaSet, 125 CommandFailed,
  133 FailedToSatisfyReadPreference, 134 ReadConcernMajorityNotAvailableYet, 136 CappedPositionLost, 143 CursorInUse,
  146 ExceededMemoryLimit, 150 StaleEpoch, 166 CommandNotSupportedOnView, 171 CannotIndexParallelArrays, 175 QueryPlanKilled,
  189 PrimarySteppedDown, 197 InvalidIndexSpecificationOption, 202 NetworkInterfaceExceededTimeLimit, 205 ClusterTimeFailsRateLimiter, 206 NoSuchSession,
  211 KeyNotFound, 216 ElectionInProgress, 217 IncompleteTransactionHistory, 222 CloseChangeStream, 225 TransactionTooOld,
  234 RetryChangeStream, 237 CursorKilled, 238 NotImplemented, 239 SnapshotTooOld, 246 SnapshotUnavailable, 249 StaleDbVersion,
  250 StaleChunkHistory, 251 NoSuchTransaction, 256 TransactionCommitted, 257 TransactionTooLarge, 262 ExceededTimeLimit,
  263 OperationNotSupportedInTransaction, 267 PreparedTransactionInProgress, 272 MigrationConflict, 276 IndexBuildAborted,
  279 ClientDisconnect, 280 ChangeStreamFatalError, 286 ChangeStreamHistoryLost, 290 TransactionExceededLifetimeLimitSeconds,
  391 ReauthenticationRequired, 402 ResourceExhausted, 9001 SocketException, 10058 LegacyNotPrimary, 10107 NotWritablePrimary,
  10334 BSONObjectTooLarge, 11000 DuplicateKey, 11600 InterruptedAtShutdown, 11601 Interrupted, 11602 InterruptedDueToReplStateChange,
  13388 StaleConfig, 13435 NotPrimaryNoSecondaryOk, 13436 NotPrimaryOrSecondary, 14031 OutOfDiskSpace, 46841 ClientMarkedKilled`;
const codeNames = new Map(names.split(/,\s+/).map((entry) => entry.split(' ') as [code: string, name: string]));

/** An error as MongoDB answers it; `extra` is in the answer too: `keyPattern` of a duplicate key, or `errorLabels`. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly extra: Doc;

  constructor(code: number, message: string, extra: Doc = {}) {
    super(message);
    this.code = code;
    this.codeName = codeNames.get(String(code)) ?? `Location${code}`;
    this.extra = extra;
  }
}

export const transient: Doc = { errorLabels: ['TransientTransactionError'] };
export const badValue = (message: string): MongoError => new MongoError(2, message);
export const show = (value: unknown): string => EJSON.stringify(value as object);

/** A document or an embedded one: not an array, a date or another BSON type. */
export function isPlainObject(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

type Orders = Record<string, number>;

/** Supported types by MongoDB's names, with their rank in MongoDB's order. */
export const typeOrders: Orders = { null: 5, number: 10, string: 15, object: 20, array: 25, binData: 30, objectId: 35, bool: 40, date: 45 };
const tagged: Orders = { Binary: 30, UUID: 30, ObjectId: 35 };

// Any other type is an error: regular expressions, decimals, timestamps, and whole numbers beyond 2^53, which bson gives as a Long.

/** MongoDB's order of types; `undefined` represents a missing value, and an empty array in an index. */
export function typeOrder(value: unknown): number {
  if (value === undefined) return 0;
  if (value === null) return 5;
  if (typeof value === 'number') return 10;
  if (typeof value === 'string') return 15;
  if (typeof value === 'boolean') return 40;
  if (isPlainObject(value)) return 20;
  if (Array.isArray(value)) return 25;
  if (value instanceof Date) return 45;
  const type = (value as { _bsontype?: string })._bsontype ?? value.constructor.name;
  const order = tagged[type];
  if (order === undefined) throw badValue(`The embedded store does not know values of type ${type}`);
  return order;
}

/** MongoDB's name of a value's type, for messages. */
export const typeName = (value: unknown): string =>
  Object.keys(typeOrders).find((name) => typeOrders[name] === typeOrder(value)) ?? 'missing';

export const isInteger = (value: unknown): value is number => Number.isInteger(value);

/** Refuses what could be stored but not compared, at any depth. */
export function refuseUnknownTypes(value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number') return;
  const order = typeOrder(value);
  if (order === 0) throw badValue('The embedded store does not know values of type undefined');
  if (order === 20 || order === 25) for (const inner of Object.values(value as Doc)) refuseUnknownTypes(inner);
}

const sign = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** By value; NaN is the lowest. */
const compareNumbers = (a: number, b: number): number => sign(a, b) || sign(Number.isNaN(a) ? 0 : 1, Number.isNaN(b) ? 0 : 1);

/** By UTF-8 bytes, which is by UTF-16 units where there are no surrogates. */
const compareStrings = (a: string, b: string): number =>
  /[\ud800-\udfff]/.test(a + b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : a < b ? -1 : a > b ? 1 : 0;

function compareArrays(a: readonly unknown[], b: readonly unknown[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const result = compare(a[i], b[i]);
    if (result) return result;
  }
  return sign(a.length, b.length);
}

/** Documents are compared field by field: by type, name and value. */
const fieldsOf = (doc: Doc): unknown[] => Object.entries(doc).flatMap(([name, value]) => [typeOrder(value), name, value]);

/** The bytes of binary data. */
export const bytesOf = (value: Binary): Uint8Array => value.buffer.subarray(0, value.position);

const compareBinaries = (a: Binary, b: Binary): number =>
  sign(a.position, b.position) || sign(a.sub_type, b.sub_type) || Buffer.compare(bytesOf(a), bytesOf(b));

/** MongoDB's order over values of all types; numbers of all types by their value. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const kind = typeOrder(a);
  const different = sign(kind, typeOrder(b));
  if (different) return different;
  if (kind === 10) return compareNumbers(a as number, b as number);
  if (kind === 15) return compareStrings(a as string, b as string);
  if (kind === 20) return compareArrays(fieldsOf(a as Doc), fieldsOf(b as Doc));
  if (kind === 25) return compareArrays(a as unknown[], b as unknown[]);
  if (kind === 30) return compareBinaries(a as Binary, b as Binary);
  if (kind === 35) return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
  return sign(Number(a), Number(b));
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
  } else if (!Array.isArray(value)) {
    const next = isPlainObject(value) ? ownField(value, name) : undefined;
    if (next === undefined) out.push(...missing);
    else collect(next, parts, index + 1, out, missing);
  } else if (isArrayIndex(name) && Number(name) < value.length) {
    collect(value[Number(name)], parts, index + 1, out, missing);
  } else {
    if (value.length === 0) out.push(...missing);
    for (const element of value) collect(Array.isArray(element) ? undefined : element, parts, index, out, missing);
  }
}

/** Every value at a path, through arrays of documents; `missing` for each where there is none. */
export function getPath(doc: Doc, path: string, missing: unknown[] = []): unknown[] {
  const out: unknown[] = [];
  collect(doc, path.split('.'), 0, out, missing);
  return out;
}

/** Index values of a path: each element of an array once, null for a missing value, undefined for an empty array. */
export function indexValues(doc: Doc, path: string): unknown[] {
  const direct = path.includes('.') ? undefined : ownField(doc, path);
  if (direct !== undefined && !Array.isArray(direct)) return [direct];
  const values = getPath(doc, path, [null]).flatMap((value) =>
    Array.isArray(value) ? (value.length === 0 ? [undefined] : value) : [value],
  );
  if (values.length < 2) return values;
  return values.sort(compare).filter((value, i) => i === 0 || !equal(value, values[i - 1]));
}

/** Position that a path has led to. Below 0, `at` says that nothing is left of it. */
type Step = { value: unknown; parts: readonly string[]; at: number };

/** Follows a path through documents, and positions in arrays, to its end, or to an array that it goes through. */
function follow({ value: start, parts, at: from }: Step): Step {
  let value = start;
  for (let at = from; at < parts.length; at++) {
    const name = parts[at] ?? '';
    if (isPlainObject(value)) value = ownField(value, name);
    else if (!Array.isArray(value)) return { value: null, parts, at: -1 };
    else if (isArrayIndex(name) && Number(name) < value.length) value = value[Number(name)];
    else return { value, parts, at };
  }
  return Array.isArray(value) ? { value, parts, at: parts.length } : { value: value ?? null, parts, at: -1 };
}

const isAtArray = ({ at }: Step): boolean => at >= 0;

/** One key for each element of the array that paths have come to; two arrays side by side are an error. */
function expand(steps: readonly Step[], parallel: (one: string, other: string) => MongoError): unknown[][] {
  const first = steps.find(isAtArray);
  if (!first) return [steps.map(({ value }) => value)];
  const array = first.value as unknown[];
  const second = steps.find((step) => isAtArray(step) && step.value !== array);
  if (second) throw parallel(second.parts.join('.'), first.parts.join('.'));
  const into = (step: Step, element: unknown): Step => {
    if (!isAtArray(step)) return step;
    if (step.at === step.parts.length) return { ...step, value: element, at: -1 };
    return isPlainObject(element) ? follow({ ...step, value: element }) : { ...step, value: null, at: -1 };
  };
  const elements = array.length > 0 ? array : [undefined];
  return elements.flatMap((element) =>
    expand(
      steps.map((step) => into(step, element)),
      parallel,
    ),
  );
}

/**
 * Keys of a document in an index or a sort, each with a value of every path: several paths through one array lead to the same
 * element in each key. A missing value is null, an empty array undefined.
 */
export const keysOf = (
  doc: Doc,
  paths: readonly (readonly string[])[],
  parallel: (one: string, other: string) => MongoError,
): unknown[][] =>
  expand(
    paths.map((parts) => follow({ value: doc, parts, at: 0 })),
    parallel,
  );

const parallelSort = (): MongoError => badValue('cannot sort with keys that are parallel arrays');

/** The keys of documents under a sort, and their order. */
export function compileSortKeys(sort: Doc) {
  const fields = Object.entries(sort).map(([path, order]) => {
    if (path === '' || path.startsWith('$')) throw new MongoError(16410, `FieldPath field names may not start with '$': ${path}`);
    if (order === 1 || order === -1) return { parts: path.split('.'), order };
    throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
  });
  const paths = fields.map(({ parts }) => parts);
  const compareKeys = (a: readonly unknown[], b: readonly unknown[]): number => {
    for (const [i, { order }] of fields.entries()) {
      const result = compare(a[i], b[i]);
      if (result) return result * order;
    }
    return 0;
  };
  /** The first in the order of all keys that the document has. */
  const keyOf = (doc: Doc): unknown[] =>
    keysOf(doc, paths, parallelSort).reduce((least, key) => (compareKeys(key, least) < 0 ? key : least));
  return { keyOf, compareKeys };
}

/** The order of documents under a sort, equal ones left to the caller's stable sort. */
export function compileSort(sort: Doc): (a: Doc, b: Doc) => number {
  const { keyOf, compareKeys } = compileSortKeys(sort);
  return (a, b) => compareKeys(keyOf(a), keyOf(b));
}
