import { ClusterTime } from './cluster-time.js';
import { Collection, decode, encode, type IndexSpec } from './collection.js';
import { Disk, type KeyWrite, sessionKey } from './durable.js';
import { Blocked, type Collections, type SharedState, TransactionUnit, Unit } from './unit.js';
import { type Doc, MongoError } from './values.js';

/** A write that its driver may ask for again: its session, and the number that this gave it. */
type NumberedWrite = { id: string; txnNumber: number };

/** Stored answer of a retryable write, or of a commit (no reply); `done` resolves once it is on the disk. */
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
  return { changes: [] as KeyWrite[], sessions: [] as string[], done, settle };
}

/** Waits until a transaction ends, at most for a time. */
async function endOf({ ended }: TransactionUnit, longestMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([ended, timeout]);
  clearTimeout(timer);
}

/** All collections in two versions: `latest`, which writes and transactions begin with, and `durable`, which other reads see. */
export class Store implements SharedState {
  latest = new Map<string, Collection>();
  readonly claims = new Map<string, TransactionUnit>();
  readonly open = new Set<TransactionUnit>();
  durable: Collections = new Map();
  readonly time = new ClusterTime();
  readonly results = new Map<string, SessionResult>();
  private readonly disk: Disk;
  private readonly longestWaitMs: number;
  private epoch = 0;
  private lastCollectionId = 0;
  private pending = newBatch();
  private flushing: Promise<void> | undefined;

  constructor(folder: string, longestWaitMs: number, sync = true) {
    const place = { folder, sync };
    this.longestWaitMs = longestWaitMs;
    const byId = new Map<number, Collection>();
    this.disk = new Disk(place, {
      catalog: (id, value) => {
        const { db, name, indexes } = decode(value) as { db: string; name: string; indexes: IndexSpec[] };
        byId.set(id, new Collection(id, db, name, indexes));
        this.lastCollectionId = Math.max(this.lastCollectionId, id);
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

  nextCollectionId(): number {
    return ++this.lastCollectionId;
  }

  /** Begins the work of one command. A version of its own, which can be forgotten, is needed only where it may meet a claim. */
  private begin(): Unit {
    return this.claims.size > 0 ? new Unit(this, new Map(this.latest), ++this.epoch) : new Unit(this, this.latest, this.epoch);
  }

  /** Begins a transaction on a snapshot of the last commit. */
  beginTransaction(): TransactionUnit {
    return new TransactionUnit(this, new Map(this.latest), ++this.epoch);
  }

  /**
   * Runs one write in one commit and resolves with its answer once that is on the disk, or with the answer that it gave before.
   * Waits for the end of an open transaction that has written the same, then starts again.
   */
  async once(work: (unit: Unit) => Doc, write?: NumberedWrite, deadline = Number.POSITIVE_INFINITY): Promise<Doc> {
    const giveUpAt = Date.now() + this.longestWaitMs;
    for (;;) {
      try {
        return await this.attempt(work, write);
      } catch (error) {
        if (!(error instanceof Blocked)) throw error;
        if (Date.now() >= deadline) throw new MongoError(50, 'operation exceeded time limit: an open transaction has written the same');
        if (Date.now() >= giveUpAt) throw new MongoError(24, 'Unable to write: an open transaction has written the same');
        await endOf(error.holder, Math.min(deadline, giveUpAt) - Date.now());
      }
    }
  }

  private async attempt(work: (unit: Unit) => Doc, write?: NumberedWrite): Promise<Doc> {
    const previous = write && this.results.get(write.id);
    if (write && previous && previous.txnNumber > write.txnNumber)
      throw new MongoError(225, `Retryable write with txnNumber ${write.txnNumber} is prohibited: a newer one has begun`);
    if (previous?.reply && previous.txnNumber === write?.txnNumber) {
      await previous.done;
      return previous.reply;
    }
    const unit = this.begin();
    let reply: Doc;
    try {
      reply = work(unit);
    } catch (error) {
      // Forget a blocked unit; of any other error keep the writes before it, as MongoDB does.
      if (!(error instanceof Blocked)) await this.commit(unit);
      throw error;
    }
    await this.commit(unit, write && { ...write, reply });
    return reply;
  }

  /** Done once all that was committed is on the disk, where everybody sees it. */
  written(): Promise<void> {
    return this.pending.changes.length > 0 ? this.pending.done : (this.flushing ?? Promise.resolve());
  }

  /** Commits a transaction; done once it is on the disk. */
  commitTransaction(unit: TransactionUnit, result: NumberedWrite & { reply: null }): Promise<void> {
    unit.end('committed');
    const merged = new Unit(this, this.latest, this.epoch);
    unit.merge(merged);
    for (const change of unit.changes) merged.changes.push(change);
    unit.release();
    return this.commit(merged, result);
  }

  /** Makes a unit's work the latest version; done once it, and all that it was built on, is on the disk. */
  private commit(unit: Unit, result?: NumberedWrite & { reply: Doc | null }): Promise<void> {
    if (unit.changes.length === 0) return this.written();
    this.time.tick();
    this.latest = unit.collections;
    if (result) {
      const { id, ...answer } = result;
      const stored = { ...answer, at: new Date() };
      unit.changes.push({ key: sessionKey(id), value: encode(stored) });
      this.results.set(id, { ...stored, done: this.pending.done });
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
    for (const transaction of this.open) transaction.end('aborted');
    const failure = new MongoError(1, `The commit could not be written: ${cause instanceof Error ? cause.message : cause}`);
    for (const failed of [batch, this.pending]) {
      for (const id of failed.sessions) this.results.delete(id);
      failed.settle.reject(failure);
    }
    this.pending = newBatch();
  }

  async close(): Promise<void> {
    while (this.flushing) await this.flushing.catch(() => {});
    await this.disk.close();
  }
}
