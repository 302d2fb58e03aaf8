import type { Collection, StoredDoc } from './collection.js';
import type { CursorReply, Cursors } from './cursors.js';
import type { FailPoints } from './fail-points.js';
import { count, type Found, find, type Query } from './planner.js';
import type { RandomFaults } from './random-faults.js';
import type { Store, Unit, View } from './store.js';
import type { TransactionCall, Transactions } from './transactions.js';
import { type Doc, isPlainObject, MongoError } from './values.js';

/** A query that went through more than a thousand documents, or sorted them, for want of an index. */
export interface Scan {
  ns: string;
  filter: string[];
  sort: string[];
  examined: number;
}

/** What the commands of one server share. */
export interface Node {
  address: string;
  startedAt: Date;
  store: Store;
  transactions: Transactions;
  cursors: Cursors;
  failPoints: FailPoints;
  faults: RandomFaults | undefined;
  scans: Scan[];
  onScan: (scan: Scan) => void;
}

/** One command as it came: its name's value, its fields, and where it reads and writes. */
export interface Call {
  node: Node;
  command: string;
  db: string;
  body: Doc;
  session: string | undefined;
  deadline: number | undefined;
  transaction: TransactionCall | undefined;
  view: View;
  /** Documents that came, or are kept, as raw BSON. */
  documents: Uint8Array[] | undefined;
}

export interface WriteCall extends Call {
  view: Unit;
}

interface Common {
  /** The fields it knows besides its name and those of every command; any other is an error. */
  fields: readonly string[] | 'any';
  inTransaction?: boolean;
}

export type Command =
  | (Common & { kind: 'read'; run(call: Call): Doc | CursorReply | Promise<Doc> })
  | (Common & { kind: 'write'; run(call: WriteCall): Doc });

const maxScansKept = 1000;

export function collectionName(call: Call): string {
  const name = call.body[call.command];
  if (typeof name !== 'string') throw new MongoError(73, `collection name has invalid type for ${call.command}`);
  checkName(call.db, name);
  return name;
}

function checkName(db: string, name: string): void {
  const isInvalid =
    name === '' || /[$\0]/.test(name) || name.startsWith('.') || name.startsWith('system.') || name.length + db.length > 254;
  if (isInvalid || !/^[^/\\. "$\0]{1,63}$/.test(db)) throw new MongoError(73, `Invalid namespace specified '${db}.${name}'`);
}

export const namespaceOf = (call: Call): string => `${call.db}.${collectionName(call)}`;
export const collectionOf = (call: Call): Collection | undefined => call.view.collection(namespaceOf(call));

/** A document field, or nothing where it is absent. */
export function docField(body: Doc, name: string): Doc | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!isPlainObject(value)) throw new MongoError(14, `BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

/** A whole number of at least 0, or nothing where it is absent. */
export function countField(body: Doc, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new MongoError(14, `BSON field '${name}' is the wrong type, expected a number`);
  if (value < 0) throw new MongoError(2, `BSON field '${name}' value must be >= 0, actual value '${value}'`);
  return value;
}

/** The documents of an array field. */
export function docsField(body: Doc, name: string): Doc[] {
  const value = body[name];
  if (!Array.isArray(value) || !value.every(isPlainObject)) throw new MongoError(14, `BSON field '${name}' must be an array of objects`);
  return value;
}

/** Refuses what a command does not know, collation above all. */
export function checkFields(body: Doc, known: readonly string[], where: string): void {
  for (const field of Object.keys(body)) {
    if (known.includes(field)) continue;
    if (field === 'collation') throw new MongoError(72, 'collation is not supported by this store');
    throw new MongoError(40415, `BSON field '${where}.${field}' is an unknown field.`);
  }
}

function report(call: Call, collection: Collection, { filter, sort = {} }: Query, found: Found): void {
  if (!found.scan) return;
  const scan = { ns: collection.namespace, filter: Object.keys(filter), sort: Object.keys(sort), examined: found.docsExamined };
  if (call.node.scans.length < maxScansKept) call.node.scans.push(scan);
  call.node.onScan(scan);
}

/** Finds in a collection, which may be missing, and reports a scan. */
export function search(call: Call, collection: Collection | undefined, query: Query): StoredDoc[] {
  if (!collection) return [];
  const found = find(collection, { ...query, deadline: call.deadline });
  report(call, collection, query, found);
  return found.records;
}

/** Counts in a collection, which may be missing, and reports a scan. */
export function countIn(call: Call, collection: Collection | undefined, query: Query): number {
  if (!collection) return 0;
  const { n, found } = count(collection, { ...query, deadline: call.deadline });
  if (found) report(call, collection, query, found);
  return n;
}
