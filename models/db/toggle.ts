import type { Model } from 'mongoose';
import { isDuplicate } from './locks.js';

interface Toggle {
  on: boolean;
  version: number;
  at: Date;
  due?: Date;
}

/**
 * Sets one toggle in one atomic write that is its own record; `pair` is what its unique index holds. Null when it stood so
 * already: the index refuses a second one that is on, and one that is off has nothing to take back.
 */
export async function setToggle<T extends Toggle>(model: Model<T>, pair: Partial<T>, on: boolean): Promise<T | null> {
  const now = new Date();
  try {
    return (await model
      .findOneAndUpdate({ ...pair, on: !on } as never, { $set: { on, at: now, due: now }, $inc: { version: 1 } } as never, {
        upsert: on,
        returnDocument: 'after',
        setDefaultsOnInsert: false,
      })
      .lean()) as T | null;
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** The version at which a toggle stands; 0 for one that was never set. */
export const toggleVersion = async <T extends Toggle>(model: Model<T>, pair: Partial<T>): Promise<number> =>
  ((await model.findOne(pair as never, { version: 1 }).lean()) as { version: number } | null)?.version ?? 0;
