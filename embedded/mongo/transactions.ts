import type { Store, Unit } from './store.js';
import { MongoError, transient } from './values.js';

/** What a statement says about its transaction. */
export interface TransactionCall {
  session: string;
  txnNumber: number;
  starts: boolean;
  /** The connection the statement came by: a transaction whose connection is lost is aborted. */
  connection: object;
}

interface Transaction {
  txnNumber: number;
  connection: object;
  state: 'waiting' | 'open' | 'committed' | 'aborted';
  /** There as long as it is open. */
  unit?: Unit | undefined;
  failures?: number;
  timer?: NodeJS.Timeout;
  done?: Promise<void>;
}

/** The transactions of all sessions. A transaction holds the writer's turn from its first statement to its end. */
export class Transactions {
  private readonly store: Store;
  private readonly lifetimeMs: number;
  private readonly bySession = new Map<string, Transaction>();

  constructor(store: Store, lifetimeMs: number) {
    this.store = store;
    this.lifetimeMs = lifetimeMs;
  }

  /** The unit of work of the statement's transaction, begun where the statement starts it. */
  async unit(call: TransactionCall, deadline: number | undefined): Promise<Unit> {
    if (call.starts) return this.start(call, deadline);
    const found = this.find(call);
    if (!found.unit) throw this.missing(call);
    found.connection = call.connection;
    this.store.movedAt = Date.now();
    return found.unit;
  }

  private async start(call: TransactionCall, deadline: number | undefined): Promise<Unit> {
    const { session, txnNumber, connection } = call;
    const before = this.bySession.get(session);
    if (before && before.txnNumber >= txnNumber)
      throw new MongoError(before.txnNumber > txnNumber ? 225 : 117, 'The transaction has begun already');
    if (before) this.abortIfOpen(before);
    const begun: Transaction = { txnNumber, connection, state: 'waiting' };
    this.bySession.set(session, begun);
    await this.store.lock(deadline).catch((error: MongoError) => {
      begun.state = 'aborted';
      throw new MongoError(error.code, error.message, transient);
    });
    if (begun.state !== 'waiting') {
      this.store.unlock();
      throw this.missing(call);
    }
    const unit = this.store.begin(true);
    const timer = setTimeout(() => this.abortIfOpen(begun), this.lifetimeMs);
    Object.assign(begun, { state: 'open', unit, failures: this.store.failures, timer });
    return unit;
  }

  private missing({ txnNumber }: TransactionCall): MongoError {
    return new MongoError(251, `Given transaction number ${txnNumber} does not match any in-progress transactions.`, transient);
  }

  private find(call: TransactionCall): Transaction {
    const found = this.bySession.get(call.session);
    if (found?.unit && found.failures !== this.store.failures) this.abortIfOpen(found);
    if (found?.txnNumber !== call.txnNumber || found.state === 'aborted') throw this.missing(call);
    return found;
  }

  /** Commits, or answers a commit that is asked for again as before; done once it is on the disk. */
  async commit(call: TransactionCall): Promise<void> {
    const kept = this.store.results.get(call.session);
    if (kept?.txnNumber === call.txnNumber && kept.reply === null) return kept.done;
    const found = this.find(call);
    if (found.unit) {
      found.done = this.store.commit(found.unit, { id: call.session, txnNumber: call.txnNumber, reply: null });
      this.end(found, 'committed');
    }
    return found.done;
  }

  abort(call: TransactionCall): void {
    const found = this.find(call);
    if (found.state === 'committed') throw new MongoError(256, `Transaction ${call.txnNumber} has been committed.`);
    this.abortIfOpen(found);
  }

  /** Ends the transaction whose statement failed. */
  fail({ session, txnNumber }: TransactionCall): void {
    const found = this.bySession.get(session);
    if (found?.txnNumber === txnNumber) this.abortIfOpen(found);
  }

  /** Aborts what ended sessions, or a lost connection, left open. A commit stays known until its session ends. */
  leave(isLeft: (session: string, connection: object) => boolean, hasEnded: boolean): void {
    for (const [session, transaction] of this.bySession) {
      if (!isLeft(session, transaction.connection)) continue;
      this.abortIfOpen(transaction);
      if (hasEnded || transaction.state === 'aborted') this.bySession.delete(session);
    }
  }

  private abortIfOpen(transaction: Transaction): void {
    if (transaction.state === 'waiting') transaction.state = 'aborted';
    else if (transaction.unit) this.end(transaction, 'aborted');
  }

  private end(transaction: Transaction, state: 'committed' | 'aborted'): void {
    clearTimeout(transaction.timer);
    Object.assign(transaction, { state, unit: undefined });
    this.store.unlock();
  }
}
