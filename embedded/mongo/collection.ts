import { deserialize, serialize } from 'bson';
import sortedBtree from 'sorted-btree';
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js';
import { documentKeys, type IndexField, recordKey, recordKeyLength, recordOf, valueKey } from './keys.js';
import { compileFilter } from './match.js';
import { type Doc, equal, indexValues, isPlainObject, MongoError, show } from './values.js';

const Tree = sortedBtree.default;
type Tree<K, V> = InstanceType<typeof Tree<K, V>>;
const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One stored version of a document: never changed, so that a cursor may keep it; decoded only where somebody asked. */
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

/** The decoded document, from a cache of some thousand. */
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

/** One condition of a partial index, and whether it only asks that the field be there. */
function partialCondition([path, wanted]: [string, unknown]) {
  const matches = compileFilter({ value: wanted });
  return { path, wanted, test: (value: unknown) => matches({ value }), isExistence: equal(wanted, { $exists: true }) };
}

/** An ordered tree of (values of the fields, number of the record). */
export class Index {
  readonly spec: IndexSpec;
  readonly fields: readonly IndexField[];
  readonly unique: boolean;
  readonly partial: readonly ReturnType<typeof partialCondition>[];
  private readonly accepts: (doc: Doc) => boolean;
  tree: Tree<string, number> = new Tree<string, number>(undefined, ascending);
  /** True once a document had an array on a path: its keys then no longer stand for one value each. */
  multikey = false;

  constructor(spec: IndexSpec) {
    this.spec = spec;
    this.fields = Object.entries(spec.key).map(([path, direction]) => ({ path, parts: path.split('.'), descending: direction < 0 }));
    this.unique = spec.unique === true || spec.name === '_id_';
    this.partial = Object.entries(spec.partialFilterExpression ?? {}).map(partialCondition);
    this.accepts = compileFilter(spec.partialFilterExpression ?? {});
  }

  clone(): Index {
    return Object.assign(Object.create(Index.prototype), this, { tree: this.tree.clone() });
  }

  keysOf(doc: Doc | undefined): string[] {
    if (!doc || !this.accepts(doc)) return [];
    this.multikey ||= this.fields.some(({ parts }) => hasArray(doc, parts));
    return documentKeys(doc, this.fields);
  }

  /** The record that has the key, where the index is unique. */
  holderOf(key: string): number | undefined {
    const found = this.unique ? this.tree.getPairOrNextHigher(key) : undefined;
    return found?.[0].startsWith(key) && found[0].length === key.length + recordKeyLength ? found[1] : undefined;
  }
}

function hasArray(value: unknown, parts: readonly string[], at = 0): boolean {
  const name = parts[at];
  if (name === undefined || !isPlainObject(value)) return Array.isArray(value);
  return hasArray(value[name], parts, at + 1);
}

function duplicate({ spec, fields }: Index, key: string, doc: Doc, namespace: string): MongoError {
  let at = 0;
  const entries = fields.map(({ path, descending }): [string, unknown] => {
    const value = indexValues(doc, path).find((one) => key.startsWith(valueKey(one, descending), at));
    at += valueKey(value, descending).length;
    return [path, value];
  });
  const shown = entries.map(([path, value]) => `${path}: ${show(value)}`).join(', ');
  const text = `E11000 duplicate key error collection: ${namespace} index: ${spec.name} dup key: { ${shown} }`;
  return new MongoError(11000, text, { keyPattern: spec.key, keyValue: Object.fromEntries(entries) });
}

/** A write that was checked and can be applied: the new version of a record, and the keys that each index loses and gains. */
export interface PlannedWrite {
  readonly id: number;
  readonly stored: StoredDoc | undefined;
  readonly keys: readonly { index: Index; gone: string[]; come: string[] }[];
}

/** A collection: its records as they were inserted, and its indexes. Cloned, for little, where versions part: to abort is to forget one. */
export class Collection {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly namespace: string;
  /** The commit this version belongs to; an older version is cloned before it is written to. */
  readonly epoch: number = -1;
  /** Shared by all versions, so that transactions side by side never give one number twice. */
  private readonly numbers = { next: 1 };
  records: Tree<number, StoredDoc> = new Tree<number, StoredDoc>(undefined, (a, b) => a - b);
  specs: readonly IndexSpec[];
  private built: readonly Index[] | undefined;

  constructor(id: number, db: string, name: string, specs: readonly IndexSpec[] = [{ name: '_id_', key: { _id: 1 } }]) {
    this.id = id;
    this.db = db;
    this.name = name;
    this.namespace = `${db}.${name}`;
    this.specs = specs;
  }

  /** Built when they are first asked for: a store that was read back serves before all of them are there. */
  get indexes(): readonly Index[] {
    this.built ??= this.build(this.specs);
    return this.built;
  }

  clone(epoch: number): Collection {
    const [records, built] = [this.records.clone(), this.indexes.map((index) => index.clone())];
    return Object.assign(Object.create(Collection.prototype), this, { epoch, records, built });
  }

  /** Puts a record as it was read back, before the indexes are asked for. */
  load(id: number, raw: Uint8Array): void {
    this.records.set(id, { id, raw, doc: undefined });
    this.numbers.next = id + 1;
  }

  /** Plans to insert (no `old`), replace, or remove (no `raw`) one document; throws where a unique key is taken. */
  plan(old: StoredDoc | undefined, raw: Uint8Array | undefined): PlannedWrite {
    if (raw && raw.length > 16 * 1024 * 1024)
      throw new MongoError(10334, `BSONObj size: ${raw.length} is invalid. Size must be at most 16MB`);
    const id = old?.id ?? this.numbers.next;
    const planned = this.planned(id, old, raw && { id, raw, doc: undefined });
    for (const { index, gone, come } of planned.keys) {
      const taken = come.find((key) => !gone.includes(key) && (index.holderOf(key) ?? id) !== id);
      if (planned.stored && taken !== undefined) throw duplicate(index, taken, documentOf(planned.stored), this.namespace);
    }
    return planned;
  }

  /** Plans to take a record over from another version of this collection, where its unique keys were checked. */
  planCopy(id: number, stored: StoredDoc | undefined): PlannedWrite {
    return this.planned(id, this.records.get(id), stored);
  }

  private planned(id: number, old: StoredDoc | undefined, stored: StoredDoc | undefined): PlannedWrite {
    const [before, after] = [old && documentOf(old), stored && documentOf(stored)];
    const keys = this.indexes.map((index) => ({ index, gone: index.keysOf(before), come: index.keysOf(after) }));
    return { id, stored, keys };
  }

  /** Writes what was planned to the records and to all indexes. */
  apply({ id, stored, keys }: PlannedWrite): void {
    const end = recordKey(id);
    for (const { index, gone, come } of keys) {
      if (gone.length === 1 && come.length === 1 && gone[0] === come[0]) continue;
      for (const key of gone) index.tree.delete(key + end);
      for (const key of come) index.tree.set(key + end, id);
    }
    if (stored) this.records.set(id, stored);
    else this.records.delete(id);
    if (id === this.numbers.next) this.numbers.next++;
  }

  /** Adds indexes of what is stored to those there are; a duplicate is refused, and then none is added. */
  addIndexes(specs: readonly IndexSpec[]): void {
    this.built = [...this.indexes, ...this.build(specs)];
    this.specs = [...this.specs, ...specs];
  }

  dropIndexes(names: ReadonlySet<string>): void {
    this.built = this.indexes.filter(({ spec }) => !names.has(spec.name));
    this.specs = this.specs.filter(({ name }) => !names.has(name));
  }

  private build(specs: readonly IndexSpec[]): Index[] {
    const building = specs.map((spec): { index: Index; keys: string[] } => ({ index: new Index(spec), keys: [] }));
    for (const stored of this.records.values()) {
      const doc = stored.doc ?? decode(stored.raw);
      const end = recordKey(stored.id);
      for (const { index, keys } of building) for (const key of index.keysOf(doc)) keys.push(key + end);
    }
    for (const { index, keys } of building) {
      keys.sort();
      const start = (i: number): string => keys[i]?.slice(0, -recordKeyLength) ?? '';
      const twice = index.unique ? keys.findIndex((_key, i) => i > 0 && start(i) === start(i - 1)) : -1;
      const stored = twice < 0 ? undefined : this.records.get(recordOf(keys[twice] ?? ''));
      if (stored) throw duplicate(index, start(twice), documentOf(stored), this.namespace);
      index.tree = bulkLoad(keys, keys.map(recordOf), 32, ascending);
    }
    return building.map(({ index }) => index);
  }
}
