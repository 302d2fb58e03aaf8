import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import { KeyedMutex, Semaphore } from '#models/semaphore';
import { isConnectionError } from './connection-errors.js';
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

/**
 * Runs `work` in one transaction and retries it after a write conflict or a broken connection, with the driver's jittered backoff.
 * `work` must not touch anything outside the database: publish after it has returned. Overlapping transactions read the state
 * before either write, so a document read by one and changed by the other must be held by a write of both (docs/data.md).
 *
 * Few retries of one process run at once; else two hundred people who write one document would conflict until they time out. `hot`
 * names a contended document: its transactions run one at a time from the first attempt. Their `work` must read and authorize
 * everything itself, since it may start long after the call.
 */
export async function transaction<T>(work: (session: DbSession) => Promise<T>, hot?: string): Promise<T> {
  const session = await mongoose.startSession();
  convertBrokenCommits(session);
  // With a barrier the two calls stand for two gateways, which share no mutex.
  let release = hot === undefined || writeBarrier.wait ? undefined : await mutexes.acquire(hot);
  const giveUpAt = Date.now() + giveUpAfterMs;
  let isRetry = false;
  const attempt = async (): Promise<T> => {
    // Held through the commit, which follows the work, and through further attempts.
    if (isRetry) release ??= (await retries.acquire()).release;
    isRetry = true;
    if (Date.now() > giveUpAt) throw new MongoOperationTimeoutError('A transaction met too many conflicts.');
    await writeBarrier.wait?.(session);
    return work(session);
  };
  try {
    return await session.withTransaction(() => attempt().catch(rethrowAsTransient), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    });
  } finally {
    release?.();
    await session.endSession();
  }
}
