import type { Collection, StoredDoc } from './collection.js';
import type { Cursors } from './cursors.js';
import type { FailPoints } from './fail-points.js';
import { compileFilter } from './match.js';
import { countByIndex, find, type Query } from './planner.js';
import type { randomFaults } from './random-faults.js';
import type { Store } from './store.js';
import type { TransactionCall, Transactions } from './transactions.js';
import type { Collections, TransactionUnit, Unit } from './unit.js';
import { type Doc, isPlainObject, MongoError } from './values.js';

/** A query that went through more than a thousand documents, or sorted them, for want of an index. */
export interface Scan {
  ns: string;
  filter: string[];
  sort: string[];
  examined: number;
}

/** State shared by the commands of one server. */
export interface Node {
  address: string;
  store: Store;
  transactions: Transactions;
  cursors: Cursors;
  failPoints: FailPoints;
  faults: ReturnType<typeof randomFaults> | undefined;
  scans: Scan[];
  onScan: (scan: Scan) => void;
}

/** One command as it came, and what it reads: the last durable commit, or its transaction's snapshot and own writes. */
export interface CommandCall {
  node: Node;
  command: string;
  db: string;
  body: Doc;
  session: string | undefined;
  /** Until when a write waits for open transactions that have written the same. */
  deadline: number | undefined;
  transaction: TransactionCall | undefined;
  /** The work of its transaction. */
  transactionUnit?: TransactionUnit;
  collections: Collections;
  /** Documents received or stored, as raw BSON. */
  documents: Uint8Array[] | undefined;
}

export type WriteCall = CommandCall & { unit: Unit };

/** `fields` are those it knows besides its name and those of every command; any other is an error. */
export type Command = { fields: readonly string[] | 'any' } & (
  | { kind: 'read'; run(call: CommandCall): Doc | Buffer | Promise<Doc> }
  | { kind: 'write'; run(call: WriteCall): Doc }
);

function collectionName({ body, command, db }: CommandCall): string {
  const name = body[command];
  const isValid = typeof name === 'string' && /^(?!\.|system\.)[^$\0]+$/.test(name) && name.length + db.length < 255;
  if (isValid && /^[^/\\. "$\0]{1,63}$/.test(db)) return name;
  throw new MongoError(73, `Invalid namespace specified '${db}.${name}'`);
}

export const namespaceOf = (call: CommandCall): string => `${call.db}.${collectionName(call)}`;
export const collectionOf = (call: CommandCall): Collection | undefined => call.collections.get(namespaceOf(call));

function typed<T>(body: Doc, name: string, isRight: (value: unknown) => value is T, expected: string): T | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || isRight(value)) return value;
  throw new MongoError(14, `BSON field '${name}' is the wrong type, expected ${expected}`);
}

/** A required field of a command. */
export function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new MongoError(40414, `BSON field '${name}' is missing but a required field`);
  return value;
}

const isBool = (value: unknown): value is boolean => typeof value === 'boolean';
const isBoolOrNumber = (value: unknown): value is boolean | number => isBool(value) || typeof value === 'number';
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const areDocs = (value: unknown): value is Doc[] => Array.isArray(value) && value.every(isPlainObject);

/** A field of a command, or nothing where it is absent: a document, a whole number of at least 0, a boolean. */
export const docField = (body: Doc, name: string): Doc | undefined => typed(body, name, isPlainObject, 'object');
export const countField = (body: Doc, name: string): number | undefined => typed(body, name, isCount, 'a count');
export const boolField = (body: Doc, name: string): boolean | undefined => typed(body, name, isBool, 'bool');

/** A boolean for which MongoDB takes a number too, where only 0 is false. */
export function looseBoolField(body: Doc, name: string): boolean | undefined {
  const value = typed(body, name, isBoolOrNumber, 'bool or number');
  return value === undefined ? undefined : value !== false && value !== 0;
}

/** A list of documents, which must be there. */
export const docsField = (body: Doc, name: string): Doc[] => needed(typed(body, name, areDocs, 'array of objects'), name);

/** The command's collection in a version that may be written to; made where there is none. */
export const editable = (call: WriteCall): Collection => call.unit.edit(call.db, collectionName(call));

/** Refuses what a command does not know, collation above all. */
export function checkFields(body: Doc, allowed: readonly string[], where: string): void {
  const field = Object.keys(body).find((name) => !allowed.includes(name));
  if (field === 'collation') throw new MongoError(72, 'collation is not supported by this store');
  if (field !== undefined) throw new MongoError(40415, `BSON field '${where}.${field}' is an unknown field.`);
}

/** Finds in the collection of the command, and tells of a scan. */
export function search(call: CommandCall, query: Query): StoredDoc[] {
  const { records, scan, docsExamined } = find(collectionOf(call), query);
  if (!scan) return records;
  const scanned = { ns: namespaceOf(call), filter: Object.keys(query.filter), sort: Object.keys(query.sort ?? {}), examined: docsExamined };
  if (call.node.scans.length < 1000) call.node.scans.push(scanned);
  call.node.onScan(scanned);
  return records;
}

/** Counts in the collection of the command, by an index alone where one answers the whole filter. */
export function countIn(call: CommandCall, query: Query): number {
  const { filter, skip = 0, limit } = query;
  compileFilter(filter);
  const collection = collectionOf(call);
  const isAll = Object.keys(filter).length === 0;
  const all = isAll ? (collection?.records.size ?? 0) : collection && countByIndex(collection, filter);
  if (all === undefined) return search(call, query).length;
  return Math.max(0, Math.min(all - skip, limit || Number.POSITIVE_INFINITY));
}
