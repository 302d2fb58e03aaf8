import type { Store, Unit } from './store.js';
import { MongoError } from './values.js';

const transient = ['TransientTransactionError'];

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
  state: 'waiting' | 'open' | 'committed' | 'aborted';
  unit: Unit | undefined;
  failures: number;
  connection: object;
  timer: NodeJS.Timeout | undefined;
  done: Promise<void>;
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
  async unit(call: TransactionCall, waitMs: number, code: number): Promise<Unit> {
    if (!call.starts) {
      const found = this.find(call);
      found.connection = call.connection;
      if (found.unit) return found.unit;
      throw this.missing(call);
    }
    const before = this.bySession.get(call.session);
    if (before && before.txnNumber >= call.txnNumber)
      throw new MongoError(before.txnNumber > call.txnNumber ? 225 : 117, 'The transaction has begun already');
    this.abortIfOpen(before);
    const begun: Transaction = { ...call, state: 'waiting', unit: undefined, failures: 0, timer: undefined, done: Promise.resolve() };
    this.bySession.set(call.session, begun);
    try {
      await this.store.lock(waitMs, code);
    } catch (error) {
      begun.state = 'aborted';
      throw new MongoError(code, (error as Error).message, undefined, transient);
    }
    if (begun.state !== 'waiting') {
      this.store.unlock();
      throw this.missing(call);
    }
    Object.assign(begun, { state: 'open', unit: this.store.begin(true), failures: this.store.failures });
    begun.timer = setTimeout(() => this.abortIfOpen(begun), this.lifetimeMs);
    return begun.unit as unknown as Unit;
  }

  private missing({ txnNumber }: TransactionCall): MongoError {
    return new MongoError(251, `Given transaction number ${txnNumber} does not match any in-progress transactions.`, undefined, transient);
  }

  private find(call: TransactionCall): Transaction {
    const found = this.bySession.get(call.session);
    if (found?.txnNumber !== call.txnNumber || found.state === 'aborted') throw this.missing(call);
    if (found.failures !== this.store.failures && found.state === 'open') {
      this.abortIfOpen(found);
      throw this.missing(call);
    }
    return found;
  }

  /** Commits, or answers a commit that is asked for again as before; done once it is on the disk. */
  commit(call: TransactionCall): Promise<void> {
    const kept = this.store.results.get(call.session);
    if (kept?.txnNumber === call.txnNumber && kept.reply === null) return kept.done;
    const found = this.find(call);
    if (found.state === 'open' && found.unit) {
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

  private abortIfOpen(transaction: Transaction | undefined): void {
    if (transaction?.state === 'waiting') transaction.state = 'aborted';
    else if (transaction?.state === 'open') this.end(transaction, 'aborted');
  }

  private end(transaction: Transaction, state: 'committed' | 'aborted'): void {
    clearTimeout(transaction.timer);
    transaction.state = state;
    transaction.unit = undefined;
    this.store.unlock();
  }
}
