import type { Store } from './store.js';
import type { TransactionUnit } from './unit.js';
import { MongoError, transient } from './values.js';

/** Transaction fields of a statement. */
export interface TransactionCall {
  session: string;
  txnNumber: number;
  starts: boolean;
}

interface Transaction {
  txnNumber: number;
  unit: TransactionUnit;
  usedAt: number;
  /** Set by the commit; settled once that is on the disk. */
  done?: Promise<void>;
}

const missing = ({ txnNumber }: TransactionCall): MongoError =>
  new MongoError(251, `Given transaction number ${txnNumber} does not match any in-progress transactions.`, transient);
const committed = ({ txnNumber }: TransactionCall): MongoError => new MongoError(256, `Transaction ${txnNumber} has been committed.`);
const tooOld = (txnNumber: number, newest: number): MongoError =>
  new MongoError(225, `txnNumber ${txnNumber} is less than last txnNumber ${newest} seen in this session.`);

/** The last transaction of each session. It belongs to the session alone: it outlives the connections its statements came by. */
export class Transactions {
  private readonly store: Store;
  private readonly lifetimeMs: number;
  private readonly bySession = new Map<string, Transaction>();

  constructor(store: Store, lifetimeMs: number) {
    this.store = store;
    this.lifetimeMs = lifetimeMs;
  }

  /** The unit of work of the statement's transaction, which begins with its first statement. */
  unit(call: TransactionCall): TransactionUnit {
    if (call.starts) return this.start(call);
    const { unit } = this.find(call);
    if (unit.state === 'committed') throw committed(call);
    return unit;
  }

  private start({ session, txnNumber }: TransactionCall): TransactionUnit {
    this.supersede(session, txnNumber);
    if (this.bySession.get(session)?.txnNumber === txnNumber) throw new MongoError(117, 'The transaction has begun already');
    const unit = this.store.beginTransaction();
    const timer = setTimeout(() => abort(unit), this.lifetimeMs);
    void unit.ended.then(() => clearTimeout(timer));
    this.bySession.set(session, { txnNumber, unit, usedAt: Date.now() });
    return unit;
  }

  /** Aborts the session's open transaction where a write or a transaction with a newer number begins. */
  supersede(session: string, txnNumber: number): void {
    const before = this.bySession.get(session);
    if (before && before.txnNumber > txnNumber) throw tooOld(txnNumber, before.txnNumber);
    if (before && before.txnNumber < txnNumber) abort(before.unit);
  }

  private find(call: TransactionCall): Transaction {
    const found = this.bySession.get(call.session);
    if (found && found.txnNumber > call.txnNumber) throw tooOld(call.txnNumber, found.txnNumber);
    if (found?.txnNumber !== call.txnNumber || found.unit.state === 'aborted') throw missing(call);
    found.usedAt = Date.now();
    return found;
  }

  /** The commit of this transaction that the store keeps, also over a restart. */
  private storedCommit({ session, txnNumber }: TransactionCall) {
    const result = this.store.results.get(session);
    return result?.txnNumber === txnNumber && result.reply === null ? result : undefined;
  }

  /** Commits, or answers a commit that is asked for again as before; done once it is on the disk. */
  async commit(call: TransactionCall): Promise<void> {
    const stored = this.storedCommit(call);
    if (stored) return stored.done;
    const found = this.find(call);
    if (found.unit.state === 'open')
      found.done = this.store.commitTransaction(found.unit, { id: call.session, txnNumber: call.txnNumber, reply: null });
    return found.done;
  }

  abort(call: TransactionCall): void {
    if (this.storedCommit(call)) throw committed(call);
    const { unit } = this.find(call);
    if (unit.state === 'committed') throw committed(call);
    abort(unit);
  }

  /** Ends the transaction whose statement failed. */
  fail({ session, txnNumber }: TransactionCall): void {
    const found = this.bySession.get(session);
    if (found?.txnNumber === txnNumber) abort(found.unit);
  }

  /** Aborts what sessions that have ended left open, and forgets them. */
  leave(hasEnded: (session: string, usedAt: number) => boolean): void {
    for (const [session, { unit, usedAt }] of this.bySession) {
      if (!hasEnded(session, usedAt)) continue;
      abort(unit);
      this.bySession.delete(session);
    }
  }
}

function abort(unit: TransactionUnit): void {
  if (unit.state === 'open') unit.end('aborted');
}
