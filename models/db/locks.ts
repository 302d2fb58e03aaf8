import { describeCollection, noPersonData } from './collections.js';
import { date, defineModel, needed } from './model.js';

interface LockDoc {
  _id: string;
  holder: string;
  until: Date;
}

export const Locks = defineModel<LockDoc>('locks', { _id: { type: String, required: true }, holder: needed, until: date }, [
  [{ until: 1 }, { expireAfterSeconds: 86_400 }],
]);

describeCollection(Locks, { isInternal: true, ...noPersonData('Processes, no people.') });

/** Acquires a named lock for `ms` milliseconds, or renews it for its holder; false while another holds it. */
export async function acquireLock(name: string, holder: string, ms: number): Promise<boolean> {
  const now = new Date();
  try {
    const held = await Locks.findOneAndUpdate(
      { _id: name, $or: [{ holder }, { until: { $lte: now } }] },
      { $set: { holder, until: new Date(now.getTime() + ms) } },
      { upsert: true, returnDocument: 'after' },
    ).lean();
    return held?.holder === holder;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

/** Releases a lock that the holder still has. */
export const releaseLock = (name: string, holder: string): Promise<unknown> => Locks.deleteOne({ _id: name, holder });

/** True for a write that a unique index rejected. */
export const isDuplicate = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 11000;
