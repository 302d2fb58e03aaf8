import type { ClientSession } from 'mongoose';
import mongoose from 'mongoose';

export type Session = ClientSession;

/**
 * Runs the work in one transaction, again from the start after a write conflict. Nothing outside the database may
 * be touched in it: what follows is said after it has returned.
 */
export async function transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const session = await mongoose.startSession();
  try {
    return await session.withTransaction(() => work(session), { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
  } finally {
    await session.endSession();
  }
}
