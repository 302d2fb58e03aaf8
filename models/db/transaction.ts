import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import { isConnectionError } from './connection-errors.js';
import { writeBarrier } from './write-barrier.js';

export type DbSession = ClientSession;

const { MongoNetworkError, MongoErrorLabel, MongoOperationTimeoutError } = mongoose.mongo;

/**
 * No attempt begins later than this after the first one. What is cleaned up once more 15 s after a change (deleted accounts,
 * people who may no longer see a society) relies on it: by then no older call is still at work.
 */
export const giveUpAfterMs = 10_000;

/** Fails with what the driver tries again: the whole transaction is run anew, and nothing of this attempt stays. */
export function retryTransaction(message: string, cause: unknown): never {
  const transient = new MongoNetworkError(message, { cause: cause as Error });
  transient.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  throw transient;
}

/** A connection that broke within a transaction, as the driver says it of those that it notices itself: nothing of it stays. */
function rethrowAsTransient(error: unknown): never {
  if (!isConnectionError(error)) throw error;
  return retryTransaction('The connection broke in a transaction.', error);
}

const mutexTails = new Map<string, Promise<void>>();
const retryMutex = 'retries';

/** Waits for the turn among those of this process with the same key, and returns what ends that turn. */
async function acquireMutex(key: string): Promise<() => void> {
  const before = mutexTails.get(key);
  let settle = (): void => {};
  const released = new Promise<void>((resolve) => {
    settle = resolve;
  });
  mutexTails.set(key, released);
  await before;
  return () => {
    settle();
    if (mutexTails.get(key) === released) mutexTails.delete(key);
  };
}

/**
 * Runs the work in one transaction, again from the start after a write conflict or a broken connection; the driver waits
 * longer before each attempt, by chance. Nothing outside the database may be touched in it: what follows is said after it
 * has returned. Two transactions that overlap both read what was there before either wrote: what one reads and the other
 * changes has to be held by a document that both write (docs/data.md).
 *
 * Retries of one process take turns, else two hundred people who attend one event would refuse each other until they give up.
 * `hot` names a document that many such transactions write at once: they take turns from their first attempt, which must read
 * and judge everything itself, since it may begin long after the call.
 */
export async function transaction<T>(work: (session: DbSession) => Promise<T>, hot?: string): Promise<T> {
  const session = await mongoose.startSession();
  // With a barrier the two calls stand for two gateways, which share no turns.
  let releaseMutex = hot === undefined || writeBarrier.wait ? undefined : await acquireMutex(hot);
  const giveUpAt = Date.now() + giveUpAfterMs;
  let isRetry = false;
  const attempt = async (): Promise<T> => {
    // Kept through the commit, which comes after the work, and through further attempts.
    if (isRetry) releaseMutex ??= await acquireMutex(retryMutex);
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
    releaseMutex?.();
    await session.endSession();
  }
}
