import { Collection, encode, type Index, type PlannedWrite, type StoredDoc } from './collection.js';
import { catalogKey, type KeyWrite, recordKeyOf } from './durable.js';
import { MongoError, transient } from './values.js';

export type Collections = ReadonlyMap<string, Collection>;

/** Thrown by a write outside of transactions that meets what an open transaction has written: it waits until that one ends. */
export class Blocked extends Error {
  readonly holder: TransactionUnit;

  constructor(holder: TransactionUnit) {
    super('An open transaction has written this');
    this.holder = holder;
  }
}

/** The part of the store that its units of work share. */
export interface SharedState {
  /** The last commit, which is on the disk or on its way there. */
  readonly latest: Collections;
  /** By name, the documents, unique keys and new collections that open transactions have written. */
  readonly claims: Map<string, TransactionUnit>;
  readonly open: Set<TransactionUnit>;
  nextCollectionId(): number;
}

const recordClaim = (collection: Collection, id: number): string => `record ${collection.id} ${id}`;
const keyClaim = (collection: Collection, { spec }: Index, key: string): string => `key ${collection.id} ${spec.name} ${key}`;
const collectionClaim = (namespace: string): string => `collection ${namespace}`;

/** The work of one command: the collections, of which those it writes to are of its own, and what to put on the disk. */
export class Unit {
  readonly collections: Map<string, Collection>;
  readonly changes: KeyWrite[] = [];
  protected readonly shared: SharedState;
  private readonly epoch: number;

  constructor(shared: SharedState, collections: Map<string, Collection>, epoch: number) {
    this.shared = shared;
    this.collections = collections;
    this.epoch = epoch;
  }

  /** The collection in a version that may be written to; made where there is none. */
  edit(db: string, name: string): Collection {
    const namespace = `${db}.${name}`;
    const found = this.collections.get(namespace);
    if (found?.epoch === this.epoch) return found;
    this.claimCollection(namespace, found);
    const collection = (found ?? new Collection(this.shared.nextCollectionId(), db, name)).clone(this.epoch);
    this.collections.set(namespace, collection);
    this.edited(collection, found);
    if (!found) this.saveCatalog(collection);
    return collection;
  }

  /** Inserts (no `old`), replaces, or removes (no `raw`) one document, or throws and changes nothing. */
  write(collection: Collection, old: StoredDoc | undefined, raw: Uint8Array | undefined): void {
    if (old) this.claimRecord(collection, old);
    const planned = collection.plan(old, raw);
    this.claimKeys(collection, planned);
    this.changes.push({ key: recordKeyOf(collection.id, planned.id), value: raw });
    collection.apply(planned);
    this.wrote(collection, planned);
  }

  /** Waits until no open transaction has written to the collection, before its indexes change or it is dropped. */
  claimSchema({ namespace }: Collection): void {
    for (const transaction of this.shared.open) if (transaction.hasEdited(namespace)) throw new Blocked(transaction);
  }

  saveCatalog({ id, db, name, specs }: Collection): void {
    this.changes.push({ key: catalogKey(id), value: encode({ db, name, indexes: specs }) });
  }

  drop(collection: Collection): void {
    this.claimSchema(collection);
    for (const id of collection.records.keys()) this.changes.push({ key: recordKeyOf(collection.id, id), value: undefined });
    this.changes.push({ key: catalogKey(collection.id), value: undefined });
    this.collections.delete(collection.namespace);
  }

  protected claim(name: string): void {
    const holder = this.shared.claims.get(name);
    if (holder) throw new Blocked(holder);
  }

  protected edited(_own: Collection, _base: Collection | undefined): void {}

  protected wrote(_collection: Collection, _planned: PlannedWrite): void {}

  protected claimCollection(namespace: string, found: Collection | undefined): void {
    if (!found) this.claim(collectionClaim(namespace));
  }

  protected claimRecord(collection: Collection, { id }: StoredDoc): void {
    if (this.shared.claims.size > 0) this.claim(recordClaim(collection, id));
  }

  protected claimKeys(collection: Collection, planned: PlannedWrite): void {
    if (this.shared.claims.size > 0) for (const { index, key } of newKeys(planned)) this.claim(keyClaim(collection, index, key));
  }
}

/** The unique keys that a write adds, each with its index and the place of that. */
function* newKeys({ keys }: PlannedWrite): Generator<{ index: Index; at: number; key: string }> {
  for (const [at, { index, gone, come }] of keys.entries()) {
    if (!index.unique) continue;
    for (const key of come) if (!gone.includes(key)) yield { index, at, key };
  }
}

const conflict = (): MongoError => new MongoError(112, 'Write conflict. Please retry the transaction.', transient);

/** One collection that a transaction writes to: its version in the snapshot, the transaction's own, and the records it wrote. */
interface Edit {
  base: Collection | undefined;
  own: Collection;
  records: Map<number, StoredDoc | undefined>;
}

/**
 * The work of a transaction on its snapshot. It claims what it writes until its end, and is refused at once where another open
 * transaction has the claim or where a commit after its snapshot wrote the same.
 */
export class TransactionUnit extends Unit {
  state: 'open' | 'committed' | 'aborted' = 'open';
  /** Settled when it has committed or aborted. */
  readonly ended: Promise<void>;
  private settle = (): void => {};
  private readonly edits = new Map<string, Edit>();
  private readonly claimed: string[] = [];

  constructor(shared: SharedState, collections: Map<string, Collection>, epoch: number) {
    super(shared, collections, epoch);
    shared.open.add(this);
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  hasEdited(namespace: string): boolean {
    return this.edits.has(namespace);
  }

  hasMade({ namespace }: Collection): boolean {
    const edit = this.edits.get(namespace);
    return edit !== undefined && edit.base === undefined;
  }

  /** Gives up all claims, so that what waits for them goes on. */
  end(state: 'committed' | 'aborted'): void {
    this.state = state;
    this.shared.open.delete(this);
    for (const name of this.claimed) this.shared.claims.delete(name);
    this.settle();
    if (state === 'aborted') this.release();
  }

  /** Lets go of the snapshot and of its own versions: a session keeps its last transaction for as long as half an hour. */
  release(): void {
    this.collections.clear();
    this.edits.clear();
    this.changes.length = 0;
    this.claimed.length = 0;
  }

  /** Adds its writes to the latest version of each collection, in which others may have written other documents since the snapshot. */
  merge(latest: Unit): void {
    for (const [namespace, { base, own, records }] of this.edits) {
      if (latest.collections.get(namespace) === base) {
        latest.collections.set(namespace, own);
        continue;
      }
      const target = latest.edit(own.db, own.name);
      for (const [id, stored] of records) target.apply(target.planCopy(id, stored));
    }
  }

  protected override edited(own: Collection, base: Collection | undefined): void {
    this.edits.set(own.namespace, { base, own, records: new Map() });
  }

  protected override wrote({ namespace }: Collection, { id, stored }: PlannedWrite): void {
    this.edits.get(namespace)?.records.set(id, stored);
  }

  protected override claim(name: string): void {
    const holder = this.shared.claims.get(name);
    if (holder === this) return;
    if (holder) throw conflict();
    this.shared.claims.set(name, this);
    this.claimed.push(name);
  }

  protected override claimCollection(namespace: string, found: Collection | undefined): void {
    const current = this.shared.latest.get(namespace);
    if (current?.id !== found?.id || current?.specs !== found?.specs) throw conflict();
    if (!found) this.claim(collectionClaim(namespace));
  }

  protected override claimRecord(collection: Collection, stored: StoredDoc): void {
    if (this.edits.get(collection.namespace)?.records.has(stored.id)) return;
    this.claim(recordClaim(collection, stored.id));
    if (this.shared.latest.get(collection.namespace)?.records.get(stored.id) !== stored) throw conflict();
  }

  protected override claimKeys(collection: Collection, planned: PlannedWrite): void {
    const edit = this.edits.get(collection.namespace);
    const latest = this.shared.latest.get(collection.namespace);
    for (const { index, at, key } of newKeys(planned)) {
      this.claim(keyClaim(collection, index, key));
      const holder = latest === edit?.base ? undefined : latest?.indexes[at]?.holderOf(key);
      if (holder !== undefined && holder !== planned.id && !edit?.records.has(holder)) throw conflict();
    }
  }

  /** Needs no wait: a transaction makes indexes only of collections that it has made. */
  override claimSchema(): void {}
}
