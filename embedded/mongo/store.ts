import { Collection, decode, encode, type IndexSpec, type StoredDoc } from './collection.js';
import { type Change, catalogKey, Disk, recordKeyOf, sessionKey } from './durable.js';
import { type Doc, MongoError } from './values.js';

export type Collections = ReadonlyMap<string, Collection>;

/** A write that its driver may ask for again: its session, and the number that this gave it. */
type NumberedWrite = { id: string; txnNumber: number };

/** The kept answer of a retryable write, or of a commit (no reply); `done` is settled once it is on the disk. */
interface SessionResult {
  txnNumber: number;
  reply: Doc | null;
  at: Date;
  done: Promise<void>;
}

/** Changes on their way to the disk together, and who waits for them. */
function newBatch() {
  const settle: { resolve(): void; reject(error: Error): void } = { resolve: () => {}, reject: () => {} };
  const done = new Promise<void>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  done.catch(() => {});
  return { changes: [] as Change[], sessions: [] as string[], done, settle };
}

const longestWaitMs = 60_000;

/** All collections in two versions: `latest`, which the one writer goes on from, and `durable`, which everybody else reads. */
export class Store {
  durable: Collections = new Map();
  readonly results = new Map<string, SessionResult>();
  /** Counts the commits that failed: what was begun before must not be committed. */
  failures = 0;
  /** When the turn to write last went on, or was used: who waits is patient as long as it is. */
  movedAt = Date.now();
  private readonly disk: Disk;
  private readonly stuckMs: number;
  private latest = new Map<string, Collection>();
  private epoch = 0;
  private pending = newBatch();
  private flushing: Promise<void> | undefined;
  private locked = false;
  private readonly waiting: { since: number; deadline: number; go(): void; giveUp(error: MongoError): void }[] = [];
  private readonly watch = setInterval(() => this.refuseStuck(), 50).unref();

  constructor(folder: string, stuckMs: number) {
    this.stuckMs = stuckMs;
    const byId = new Map<number, Collection>();
    this.disk = new Disk(folder, {
      catalog: (id, value) => {
        const { db, name, indexes } = decode(value) as { db: string; name: string; indexes: IndexSpec[] };
        byId.set(id, new Collection(id, db, name, indexes));
      },
      session: (id, value) => this.results.set(id, { ...(decode(value) as Omit<SessionResult, 'done'>), done: Promise.resolve() }),
      record: (id, record, value) => {
        const collection = byId.get(id);
        if (!collection) throw new Error('a document lies in no collection');
        collection.load(record, value);
      },
    });
    for (const collection of byId.values()) this.latest.set(collection.namespace, collection);
    this.durable = new Map(this.latest);
  }

  /** Waits for the turn to write. */
  async lock(deadline = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.locked) await new Promise<void>((go, giveUp) => this.waiting.push({ since: Date.now(), deadline, go, giveUp }));
    this.locked = true;
    this.movedAt = Date.now();
  }

  unlock(): void {
    const next = this.waiting.shift();
    if (next) next.go();
    else this.locked = false;
  }

  /** Refuses who waited too long, sooner where a transaction keeps the turn without using it: it may itself wait for the refused. */
  private refuseStuck(): void {
    const now = Date.now();
    for (const one of [...this.waiting]) {
      const isOver = now > one.deadline;
      if (!isOver && now - Math.max(this.movedAt, one.since) < this.stuckMs && now - one.since < longestWaitMs) continue;
      this.waiting.splice(this.waiting.indexOf(one), 1);
      one.giveUp(new MongoError(isOver ? 50 : 24, 'Unable to acquire the lock of the one writer: a transaction holds it'));
    }
  }

  /** Begins the work of one command, or of a transaction, which others do not see until it commits. Its caller has the turn. */
  begin(isTransaction = false): Unit {
    if (isTransaction) this.epoch++;
    return new Unit(isTransaction ? new Map(this.latest) : this.latest, this.epoch);
  }

  /** Does the work of one write in one commit, and gives its answer once that is on the disk; or the answer it gave before. */
  async once(work: (unit: Unit) => Doc, write?: NumberedWrite, deadline?: number): Promise<Doc> {
    await this.lock(deadline);
    let done: Promise<void> | undefined;
    try {
      const kept = write && this.results.get(write.id);
      if (write && kept && kept.txnNumber > write.txnNumber)
        throw new MongoError(225, `Retryable write with txnNumber ${write.txnNumber} is prohibited: a newer one has begun`);
      if (kept?.reply && kept.txnNumber === write?.txnNumber) {
        done = kept.done;
        return kept.reply;
      }
      const unit = this.begin();
      let reply: Doc | undefined;
      try {
        reply = work(unit);
        return reply;
      } finally {
        done = this.commit(unit, write && reply && { ...write, reply });
      }
    } finally {
      this.unlock();
      await done;
    }
  }

  /** Done once all that was committed is on the disk, where everybody sees it. */
  written(): Promise<void> {
    return this.pending.changes.length > 0 ? this.pending.done : (this.flushing ?? Promise.resolve());
  }

  /** Makes a unit's work the latest version; done once it, and all that it was built on, is on the disk. */
  commit(unit: Unit, result?: NumberedWrite & { reply: Doc | null }): Promise<void> {
    if (unit.changes.length === 0) return this.written();
    this.latest = unit.collections;
    if (result) {
      const { id, ...answer } = result;
      const kept = { ...answer, at: new Date() };
      unit.changes.push({ key: sessionKey(id), value: encode(kept) });
      this.results.set(id, { ...kept, done: this.pending.done });
      this.pending.sessions.push(id);
    }
    for (const change of unit.changes) this.pending.changes.push(change);
    if (!this.flushing) {
      this.flushing = this.pending.done;
      setImmediate(() => void this.flush());
    }
    return this.pending.done;
  }

  /** Forgets the results of sessions that have ended or are old. */
  async forget(isOver: (id: string, result: SessionResult) => boolean): Promise<void> {
    await this.once((unit) => {
      for (const [id, result] of this.results) {
        if (isOver(id, result) && this.results.delete(id)) unit.changes.push({ key: sessionKey(id), value: undefined });
      }
      return {};
    });
  }

  /** One fsync for all commits that came while the last one was written. */
  private async flush(): Promise<void> {
    while (this.pending.changes.length > 0) {
      const batch = this.pending;
      this.pending = newBatch();
      this.flushing = batch.done;
      const sealed = new Map(this.latest);
      this.epoch++;
      try {
        await this.disk.commit(batch.changes);
        this.durable = sealed;
        batch.settle.resolve();
      } catch (error) {
        this.rollBack(batch, error);
      }
    }
    this.flushing = undefined;
  }

  private rollBack(batch: ReturnType<typeof newBatch>, cause: unknown): void {
    this.latest = new Map(this.durable);
    this.epoch++;
    this.failures++;
    const failure = new MongoError(1, `The commit could not be written: ${cause instanceof Error ? cause.message : cause}`);
    for (const failed of [batch, this.pending]) {
      for (const id of failed.sessions) this.results.delete(id);
      failed.settle.reject(failure);
    }
    this.pending = newBatch();
  }

  async close(): Promise<void> {
    clearInterval(this.watch);
    while (this.flushing) await this.flushing.catch(() => {});
    await this.disk.close();
  }
}

/** The work of one command or transaction: the collections, of which those it writes to are of its own, and what to put on the disk. */
export class Unit {
  readonly collections: Map<string, Collection>;
  readonly changes: Change[] = [];
  private readonly epoch: number;

  constructor(collections: Map<string, Collection>, epoch: number) {
    this.collections = collections;
    this.epoch = epoch;
  }

  /** The collection in a version that may be written to; made where there is none. */
  edit(db: string, name: string): Collection {
    const found = this.collections.get(`${db}.${name}`);
    if (found?.epoch === this.epoch) return found;
    const nextId = () => 1 + Math.max(0, ...[...this.collections.values()].map(({ id }) => id));
    const collection = found?.clone(this.epoch) ?? new Collection(nextId(), db, name);
    this.collections.set(collection.namespace, collection);
    if (!found) this.saveCatalog(collection);
    return collection;
  }

  saveCatalog({ id, db, name, specs }: Collection): void {
    this.changes.push({ key: catalogKey(id), value: encode({ db, name, indexes: specs }) });
  }

  write(collection: Collection, old: StoredDoc | undefined, raw: Uint8Array | undefined): void {
    this.changes.push({ key: recordKeyOf(collection.id, collection.write(old, raw)), value: raw });
  }

  drop(collection: Collection): void {
    for (const id of collection.records.keys()) this.changes.push({ key: recordKeyOf(collection.id, id), value: undefined });
    this.changes.push({ key: catalogKey(collection.id), value: undefined });
    this.collections.delete(collection.namespace);
  }
}
