import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import { KeyedMutex, Semaphore } from '#models/semaphore';
import { claimAuditEntry } from './audit-draft.js';
import { isConnectionError, unwrapBulkError } from './connection-errors.js';
import { writeBarrier } from './write-barrier.js';

export type DbSession = ClientSession;

const { MongoError, MongoNetworkError, MongoErrorLabel, MongoOperationTimeoutError } = mongoose.mongo;

/**
 * Maximum delay of the last attempt after the first. Cleanups that repeat 15 s after a change (deleted accounts, people who lost
 * access to a society) rely on it: by then no older call is still running.
 */
export const giveUpAfterMs = 10_000;

/** Throws a transient transaction error: the driver aborts this attempt and runs the transaction again. */
export function retryTransaction(message: string, cause: unknown): never {
  const transient = new MongoNetworkError(message, { cause: cause as Error });
  transient.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  throw transient;
}

/** Labels a broken connection as transient, as the driver does for those that it detects itself. */
function rethrowAsTransient(error: unknown): never {
  if (!isConnectionError(error)) throw error;
  return retryTransaction('The connection broke in a transaction.', error);
}

/**
 * Makes every failed commit an error of the driver. Its `commitTransaction` and `withTransaction` expect error labels, which a system
 * error such as EPIPE does not have: they fail with a TypeError. The result of such a commit is unknown; the caller is answered 503.
 */
function convertBrokenCommits(session: DbSession): void {
  const commit = session.commitTransaction.bind(session);
  session.commitTransaction = async () => {
    try {
      await commit();
    } catch (error) {
      if (error instanceof MongoError) throw error;
      throw new MongoNetworkError('The connection broke in a commit.', { cause: error as Error });
    }
  };
}

const mutexes = new KeyedMutex();
/** Bounds the retries of this process: few conflict with each other, and one that waits for a slow store does not hold up the rest. */
const retries = new Semaphore(4);

/** Transactions that would conflict run one at a time in this process. */
export interface Turns {
  /**
   * A contended document, or several, sorted, so that no two transactions wait for each other. The wait for a turn does not count
   * against the time limit, so `work` must read and authorize everything itself: it may start long after the call.
   */
  hot?: string | readonly string[] | undefined;
  /** The caller, whose account every transaction of theirs writes. The wait for a turn counts. */
  caller?: string;
}

/**
 * Runs `work` in one transaction and retries it after a write conflict or a broken connection, with the driver's jittered backoff.
 * `work` must not touch anything outside the database: publish after it has returned. Overlapping transactions read the state
 * before either write, so a document read by one and changed by the other must be held by a write of both (docs/data.md).
 *
 * The first transaction of an audited call also writes its entry in the audit trail.
 *
 * Few retries of one process run at once; else two hundred people who write one document would conflict until they time out.
 */
export async function transaction<T>(work: (session: DbSession) => Promise<T>, { hot, caller }: Turns = {}): Promise<T> {
  const session = await mongoose.startSession();
  convertBrokenCommits(session);
  const releases: (() => void)[] = [];
  const audit = claimAuditEntry();
  // With a barrier the two calls stand for two gateways, which share no mutex.
  const takeTurn = async (key: string | undefined) => {
    if (key !== undefined && !writeBarrier.wait) releases.push(await mutexes.acquire(key));
  };
  for (const key of [hot ?? []].flat()) await takeTurn(key);
  const begunAt = Date.now();
  await takeTurn(caller);
  /** Time of each attempt since the beginning, in milliseconds, and why it failed: an operator sees what took so long. */
  const attempts: string[] = [];
  const attempt = async (): Promise<T> => {
    attempts.push(`${Date.now() - begunAt} ms`);
    // Held through the commit, which follows the work, and through further attempts.
    if (attempts.length === 3 && hot === undefined) releases.push((await retries.acquire()).release);
    if (Date.now() - begunAt > giveUpAfterMs)
      throw new MongoOperationTimeoutError(`A transaction met too many conflicts: ${attempts.join(', ')}`);
    await writeBarrier.wait?.(session);
    const result = await work(session);
    await audit?.write(session, result);
    return result;
  };
  const noteFailure = (error: unknown): never => {
    attempts.push(`${Date.now() - begunAt} ms ${error instanceof Error ? error.message : String(error)}`);
    return rethrowAsTransient(unwrapBulkError(error));
  };
  try {
    return await session.withTransaction(() => attempt().catch(noteFailure), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    });
  } catch (error) {
    audit?.release();
    throw error;
  } finally {
    for (const release of releases) release();
    await session.endSession();
  }
}
