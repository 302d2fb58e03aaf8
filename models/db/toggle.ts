import type { Model } from 'mongoose';
import { coalescedInserts } from './coalesce.js';
import { isDuplicate } from './locks.js';
import { memoizeByObject } from './memoize.js';
import { type Id, newId } from './model.js';
import { writeBarrier } from './write-barrier.js';

interface Toggle {
  _id: Id;
  on: boolean;
  version: number;
  at: Date;
  due?: Date;
}

export interface ToggleChange<T> {
  doc: T;
  /** The previous change was still due: a crash may have left it uncounted, and its record is overwritten now. */
  inDoubt: boolean;
}

const insertsOf = memoizeByObject((model: Model<Toggle>) => coalescedInserts(model));

/** Inserts a toggle that is on, with those of the same turn; false if its index rejects it. */
const insertNew = async <T extends Toggle>(model: Model<T>, doc: T): Promise<boolean> =>
  (await insertsOf(model as unknown as Model<Toggle>)([doc])).length > 0;

/**
 * Sets a toggle in one atomic write that is its own outbox record; `pair` is the key of its unique index. Returns null for no
 * change: the index rejects a second one that is on, and a missing one needs no off.
 */
export async function setToggle<T extends Toggle>(model: Model<T>, pair: Partial<T>, on: boolean): Promise<ToggleChange<T> | null> {
  await writeBarrier.wait?.(null);
  const now = new Date();
  const _id = newId();
  const next = { on, at: now, due: now };
  const doc = { _id, ...pair, ...next, version: 1 } as T;
  // Most are set for the first time.
  if (on && (await insertNew(model, doc))) return { doc, inDoubt: false };
  try {
    const before = (await model
      .findOneAndUpdate({ ...pair, on: !on } as never, { $set: next, $setOnInsert: { _id }, $inc: { version: 1 } } as never, {
        upsert: on,
        returnDocument: 'before',
        setDefaultsOnInsert: false,
      })
      .lean()) as T | null;
    if (before) return { doc: { ...before, ...next, version: before.version + 1 }, inDoubt: before.due !== undefined };
    return on ? { doc, inDoubt: false } : null;
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Current version of a toggle; 0 for one that was never set. */
export const toggleVersion = async <T extends Toggle>(model: Model<T>, pair: Partial<T>): Promise<number> =>
  ((await model.findOne(pair as never, { version: 1 }).lean()) as { version: number } | null)?.version ?? 0;
