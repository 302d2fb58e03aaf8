import { Collection, decode, encode, type IndexSpec, type StoredDoc } from './collection.js';
import { type Change, catalogKey, Disk, recordKeyOf, sessionKey } from './durable.js';
import { type Doc, MongoError } from './values.js';

/** What a command reads from: the last durable commit, or its transaction's own version. */
export interface View {
  collection(namespace: string): Collection | undefined;
  collections(): Iterable<Collection>;
}

/** The kept answer of a retryable write, or of a commit (no reply). */
export interface SessionResult {
  txnNumber: number;
  reply: Doc | null;
  at: Date;
  /** Settled once the result is on the disk. */
  done: Promise<void>;
}

class Batch {
  readonly changes: Change[] = [];
  readonly sessions: string[] = [];
  resolve: () => void = () => {};
  reject: (error: Error) => void = () => {};
  readonly done = new Promise<void>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    this.done.catch(() => {});
  }
}

/**
 * All collections in two versions: `latest`, which the one writer goes on from, and `durable`, which everybody else reads.
 * Versions share their trees until one is written to, so that to abort is to forget a version.
 */
export class Store implements View {
  private readonly disk: Disk;
  private latest = new Map<string, Collection>();
  private durable = new Map<string, Collection>();
  private nextCollection = 1;
  private epoch = 0;
  private pending = new Batch();
  private flushing: Promise<void> | undefined;
  private locked = false;
  private readonly waiting: (() => void)[] = [];
  readonly results = new Map<string, SessionResult>();
  /** Counts the commits that failed: what was begun before must not be committed. */
  failures = 0;

  constructor(folder: string) {
    this.disk = new Disk(folder);
    const specs = new Map<Collection, IndexSpec[]>();
    const byId = new Map<number, Collection>();
    this.disk.readAll({
      catalog: (id, value) => {
        const { db, name, indexes } = decode(value) as { db: string; name: string; indexes: IndexSpec[] };
        const collection = new Collection(id, db, name);
        byId.set(id, collection);
        specs.set(collection, indexes);
        this.nextCollection = Math.max(this.nextCollection, id + 1);
      },
      session: (id, value) => this.results.set(id, { ...(decode(value) as Omit<SessionResult, 'done'>), done: Promise.resolve() }),
      record: (id, record, value) => byId.get(id)?.load(record, value),
    });
    for (const [collection, indexes] of specs) {
      collection.loaded(indexes);
      this.durable.set(collection.namespace, collection);
    }
    this.latest = new Map(this.durable);
  }

  collection(namespace: string): Collection | undefined {
    return this.durable.get(namespace);
  }

  collections(): Iterable<Collection> {
    return this.durable.values();
  }

  /** Waits for the turn to write. */
  async lock(waitMs: number, code: number): Promise<void> {
    if (!this.locked) {
      this.locked = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(turn), 1);
        reject(new MongoError(code, 'Unable to acquire the lock of the one writer in time'));
      }, waitMs);
      this.waiting.push(turn);
    });
  }

  unlock(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.locked = false;
  }

  /** Begins the work of one command, or of a transaction, whose collections are versions of its own until it commits. */
  begin(transaction = false): Unit {
    return new Unit(this.latest, transaction ? Number.NaN : this.epoch, () => this.nextCollection++);
  }

  /** Makes a unit's work the latest version; done once it, and all that it was built on, is on the disk. */
  commit(unit: Unit, session?: { id: string; txnNumber: number; reply: Doc | null }): Promise<void> {
    for (const [namespace, collection] of unit.edited) {
      if (collection) this.latest.set(namespace, collection);
      else this.latest.delete(namespace);
    }
    if (session && unit.changes.length > 0) this.keep(unit, session);
    if (unit.changes.length === 0) return this.pending.changes.length > 0 ? this.pending.done : (this.flushing ?? Promise.resolve());
    for (const change of unit.changes) this.pending.changes.push(change);
    if (!this.flushing) {
      const { done } = this.pending;
      this.flushing = done;
      setImmediate(() => void this.flush());
    }
    return this.pending.done;
  }

  private keep(unit: Unit, { id, txnNumber, reply }: { id: string; txnNumber: number; reply: Doc | null }): void {
    const kept = { txnNumber, reply, at: new Date() };
    unit.changes.push({ key: sessionKey(id), value: encode(kept) });
    this.results.set(id, { ...kept, done: this.pending.done });
    this.pending.sessions.push(id);
  }

  /** Forgets the results of sessions that have ended or are older than half an hour. */
  async forget(ended: (id: string, result: SessionResult) => boolean): Promise<void> {
    const unit = this.begin();
    for (const [id, result] of this.results) {
      if (!ended(id, result)) continue;
      this.results.delete(id);
      unit.changes.push({ key: sessionKey(id), value: undefined });
    }
    await this.commit(unit);
  }

  /** One fsync for all commits that came while the last one was written. */
  private async flush(): Promise<void> {
    while (this.pending.changes.length > 0) {
      const batch = this.pending;
      this.pending = new Batch();
      this.flushing = batch.done;
      const sealed = new Map(this.latest);
      this.epoch++;
      try {
        await this.disk.commit(batch.changes);
        this.durable = sealed;
        batch.resolve();
      } catch (error) {
        this.rollBack(batch, error);
      }
    }
    this.flushing = undefined;
  }

  private rollBack(batch: Batch, cause: unknown): void {
    this.latest = new Map(this.durable);
    this.epoch++;
    this.failures++;
    const failure = new MongoError(1, `The commit could not be written: ${cause instanceof Error ? cause.message : cause}`);
    for (const failed of [batch, this.pending]) {
      for (const id of failed.sessions) this.results.delete(id);
      failed.reject(failure);
    }
    this.pending = new Batch();
  }

  async close(): Promise<void> {
    while (this.flushing) await this.flushing.catch(() => {});
    await this.disk.close();
  }
}

/** The work of one command or transaction: versions of its own of the collections it writes to, and what to put on the disk. */
export class Unit implements View {
  readonly edited = new Map<string, Collection | undefined>();
  readonly changes: Change[] = [];
  private readonly base: ReadonlyMap<string, Collection>;
  private readonly epoch: number;
  private readonly nextId: () => number;

  constructor(base: ReadonlyMap<string, Collection>, epoch: number, nextId: () => number) {
    this.base = base;
    this.epoch = epoch;
    this.nextId = nextId;
  }

  collection(namespace: string): Collection | undefined {
    return this.edited.has(namespace) ? this.edited.get(namespace) : this.base.get(namespace);
  }

  collections(): Iterable<Collection> {
    const all = new Map<string, Collection | undefined>([...this.base, ...this.edited]);
    return [...all.values()].filter((collection) => collection !== undefined);
  }

  /** The collection in a version that may be written to; made where there is none. */
  edit(db: string, name: string): Collection {
    const namespace = `${db}.${name}`;
    const own = this.edited.get(namespace);
    if (own) return own;
    const found = this.collection(namespace);
    const current = found?.epoch === this.epoch ? found : found?.clone(this.epoch);
    const collection = current ?? new Collection(this.nextId(), db, name);
    this.edited.set(namespace, collection);
    if (!found) this.saveCatalog(collection);
    return collection;
  }

  saveCatalog(collection: Collection): void {
    const { id, db, name, indexes } = collection;
    this.changes.push({ key: catalogKey(id), value: encode({ db, name, indexes: indexes.map(({ spec }) => spec) }) });
  }

  write(collection: Collection, old: StoredDoc | undefined, raw: Uint8Array | undefined): void {
    const stored = collection.write(old, raw) ?? old;
    if (stored) this.changes.push({ key: recordKeyOf(collection.id, stored.id), value: raw });
  }

  drop(collection: Collection): void {
    for (const id of collection.records.keys()) this.changes.push({ key: recordKeyOf(collection.id, id), value: undefined });
    this.changes.push({ key: catalogKey(collection.id), value: undefined });
    this.edited.set(collection.namespace, undefined);
  }
}
