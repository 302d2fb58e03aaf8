import type { Model } from 'mongoose';
import type { Id } from './model.js';

const startWithinMs = 2000;
const timeoutMs = 2000;

interface CounterChange {
  /** What is added to which counters. */
  inc: Record<string, number>;
  set?: Record<string, unknown>;
  /** What the write assumes of the document; if it no longer holds, nothing is written. */
  assume?: Record<string, unknown>;
  /** An earlier change may never have been counted: the sweeper counts all of them again. */
  inDoubt?: boolean;
  /** When its record was written: a counter that could not begin within 2 s is left to the recount. */
  since: Date;
}

/**
 * The second write of a change that counts: counters and `rev` go up in one atomic write, applied once. Null when it failed,
 * came too late or matched nothing: then nothing is told, and the sweeper settles the count from the truth.
 */
export async function incrementCounters<T extends { _id: Id; rev: number }>(
  model: Model<T>,
  id: Id,
  { inc, set, assume, since, inDoubt = false }: CounterChange,
): Promise<T | null> {
  if (Date.now() - since.getTime() > startWithinMs) return null;
  const marks = { ...set, ...(inDoubt ? { recount: true } : {}) };
  const update = { $inc: { ...inc, rev: 1 }, ...(Object.keys(marks).length > 0 ? { $set: marks } : {}) };
  try {
    return (await model
      .findOneAndUpdate({ _id: id, ...assume } as never, update as never, { returnDocument: 'after', timeoutMS: timeoutMs })
      .lean()) as T | null;
  } catch {
    return null;
  }
}
