import { deserialize, serialize } from 'bson';
import sortedBtree from 'sorted-btree';
import { documentKeys, type IndexField, recordKey, recordKeyLength, recordOf, valueKey } from './keys.js';
import { compileFilter } from './match.js';
import { type Doc, indexValues, isPlainObject, MongoError } from './values.js';

const Tree = sortedBtree.default;
type Tree<K, V> = InstanceType<typeof Tree<K, V>>;

/** One stored version of a document: never changed, so that a cursor may keep it. */
export interface StoredDoc {
  readonly id: number;
  readonly raw: Uint8Array;
  doc: Doc | undefined;
}

const decodedAtMost = 30_000;
const decoded: StoredDoc[] = [];
let oldest = 0;

export const decode = (raw: Uint8Array): Doc => deserialize(raw, { promoteBuffers: false });
export const encode = (doc: Doc): Buffer => Buffer.from(serialize(doc, { ignoreUndefined: true }));

/** The decoded document; the last some thousand are kept decoded. */
export function documentOf(stored: StoredDoc): Doc {
  if (stored.doc) return stored.doc;
  const doc = decode(stored.raw);
  stored.doc = doc;
  const forgotten = decoded[oldest];
  if (forgotten) forgotten.doc = undefined;
  decoded[oldest] = stored;
  oldest = (oldest + 1) % decodedAtMost;
  return doc;
}

export interface IndexSpec {
  name: string;
  key: Record<string, 1 | -1>;
  unique?: boolean;
  partialFilterExpression?: Doc;
  expireAfterSeconds?: number;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An ordered tree of (values of the fields, number of the record). */
export class Index {
  readonly spec: IndexSpec;
  readonly fields: readonly IndexField[];
  readonly unique: boolean;
  private readonly accepts: ((doc: Doc) => boolean) | undefined;
  tree: Tree<string, number> = new Tree<string, number>(undefined, byText);
  /** True once a document had an array on a path: its keys then no longer stand for one value each. */
  multikey = false;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.fields = Object.entries(spec.key).map(([path, direction]) => ({ path, descending: direction < 0 }));
    this.unique = spec.unique === true || spec.name === '_id_';
    this.accepts = spec.partialFilterExpression && compileFilter(spec.partialFilterExpression);
  }

  clone(): Index {
    const copy: Index = Object.assign(Object.create(Index.prototype), this);
    copy.tree = this.tree.clone();
    return copy;
  }

  keysOf(doc: Doc | undefined): string[] {
    if (!doc || (this.accepts && !this.accepts(doc))) return [];
    this.multikey ||= this.fields.some(({ path }) => hasArray(doc, path));
    return documentKeys(doc, this.fields);
  }

  /** Whether the index is unique and another record has the key. */
  isTaken(key: string, own: number): boolean {
    if (!this.unique) return false;
    const found = this.tree.getPairOrNextHigher(key);
    return found !== undefined && found[1] !== own && found[0].startsWith(key) && found[0].length === key.length + recordKeyLength;
  }
}

function hasArray(doc: Doc, path: string): boolean {
  let value: unknown = doc;
  for (const name of path.split('.')) {
    if (!isPlainObject(value)) break;
    value = value[name];
  }
  return Array.isArray(value);
}

function duplicate({ spec, fields }: Index, key: string, doc: Doc, namespace: string): MongoError {
  let at = 0;
  const keyValue: Doc = {};
  for (const { path, descending } of fields) {
    const value = indexValues(doc, path).find((one) => key.startsWith(valueKey(one, descending), at));
    at += valueKey(value, descending).length;
    keyValue[path] = value;
  }
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${shownValue(value)}`);
  const text = `E11000 duplicate key error collection: ${namespace} index: ${spec.name} dup key: { ${shown.join(', ')} }`;
  return new MongoError(11000, text, { keyPattern: spec.key, keyValue });
}

function shownValue(value: unknown): string {
  const type = (value as { _bsontype?: string } | null)?._bsontype;
  return type === 'ObjectId' ? `ObjectId('${value}')` : value instanceof Date ? `new Date(${+value})` : JSON.stringify(value);
}

const maxDocumentBytes = 16 * 1024 * 1024;

/** A collection: its records in the order of their insertion, and its indexes. Cloned, for little, where versions part. */
export class Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly namespace: string;
  /** The commit this version belongs to; an older version is cloned before it is written to. */
  epoch = -1;
  private nextRecord = 1;
  records: Tree<number, StoredDoc> = new Tree<number, StoredDoc>(undefined, (a, b) => a - b);
  indexes: Index[] = [new Index({ name: '_id_', key: { _id: 1 } })];

  constructor(id: number, db: string, name: string) {
    this.id = id;
    this.db = db;
    this.name = name;
    this.namespace = `${db}.${name}`;
  }

  clone(epoch: number): Collection {
    const copy: Collection = Object.assign(Object.create(Collection.prototype), this);
    copy.epoch = epoch;
    copy.records = this.records.clone();
    copy.indexes = this.indexes.map((index) => index.clone());
    return copy;
  }

  /** Puts a record as it was read back; the indexes are built afterwards. */
  load(id: number, raw: Uint8Array): void {
    this.records.set(id, { id, raw, doc: undefined });
    this.nextRecord = id + 1;
  }

  /** Inserts (no `old`), replaces, or removes (no `raw`) one document in all indexes, or throws and changes nothing. */
  write(old: StoredDoc | undefined, raw: Uint8Array | undefined): StoredDoc | undefined {
    if (raw && raw.length > maxDocumentBytes)
      throw new MongoError(10334, `BSONObj size: ${raw.length} is invalid. Size must be at most 16MB`);
    const stored = raw && { id: old?.id ?? this.nextRecord, raw, doc: undefined };
    const id = old?.id ?? this.nextRecord;
    const [before, after] = [old && documentOf(old), stored && documentOf(stored)];
    const end = recordKey(id);
    const changes = this.indexes.map((index) => {
      const [gone, come] = [index.keysOf(before), index.keysOf(after)];
      if (gone.length === 1 && come.length === 1 && gone[0] === come[0]) return undefined;
      const taken = come.find((key) => index.isTaken(key, id));
      if (after && taken !== undefined) throw duplicate(index, taken, after, this.namespace);
      return { index, gone, come };
    });
    for (const change of changes) {
      if (!change) continue;
      for (const key of change.gone) change.index.tree.delete(key + end);
      for (const key of change.come) change.index.tree.set(key + end, id);
    }
    if (stored) this.records.set(id, stored);
    else this.records.delete(id);
    if (id === this.nextRecord) this.nextRecord++;
    return stored;
  }

  /** Builds an index over what is stored; a duplicate is refused. */
  addIndex(spec: IndexSpec): void {
    this.indexes = [...this.indexes, ...this.built([spec])];
  }

  /** Builds the indexes after the records were read back. */
  loaded(specs: readonly IndexSpec[]): void {
    this.indexes = this.built(specs);
  }

  private built(specs: readonly IndexSpec[]): Index[] {
    const building = specs.map((spec): { index: Index; keys: string[] } => ({ index: new Index(spec), keys: [] }));
    for (const stored of this.records.values()) {
      const doc = stored.doc ?? decode(stored.raw);
      const end = recordKey(stored.id);
      for (const { index, keys } of building) for (const key of index.keysOf(doc)) keys.push(key + end);
    }
    for (const { index, keys } of building) {
      for (const key of keys.sort()) {
        const id = recordOf(key);
        const start = key.slice(0, -recordKeyLength);
        const stored = index.isTaken(start, id) ? this.records.get(id) : undefined;
        if (stored) throw duplicate(index, start, documentOf(stored), this.namespace);
        index.tree.set(key, id);
      }
    }
    return building.map(({ index }) => index);
  }
}
