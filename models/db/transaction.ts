import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';
import { isBroken } from './broken.js';

export type Session = ClientSession;

const { MongoNetworkError, MongoErrorLabel } = mongoose.mongo;

/** A connection that broke within a transaction, as the driver says it of those that it notices itself: nothing of it stays. */
function asPassing(error: unknown): never {
  if (!isBroken(error)) throw error;
  const passing = new MongoNetworkError('The connection broke in a transaction.', { cause: error as Error });
  passing.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  throw passing;
}

/**
 * Runs the work in one transaction, again from the start after a write conflict or a broken connection. Nothing outside the
 * database may be touched in it: what follows is said after it has returned.
 */
export async function transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const session = await mongoose.startSession();
  try {
    return await session.withTransaction(() => work(session).catch(asPassing), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority' },
    });
  } finally {
    await session.endSession();
  }
}
