import type { Model } from 'mongoose';
import type { Id } from './model.js';

const startWithinMs = 2000;
const timeoutMs = 2000;

interface CounterChange {
  /** Increments by counter. */
  inc: Record<string, number>;
  set?: Record<string, unknown>;
  /** Expected values of other fields; nothing is written when they differ. */
  assume?: Record<string, unknown>;
  /** A previous change may not have been counted: marks the document so that the sweeper recomputes its counters. */
  inDoubt?: boolean;
  /** Time of the outbox record. An increment that cannot start within 2 s is left to the sweeper. */
  since: Date;
}

/**
 * Increments counters and `rev` in one atomic write, after the write of the change itself. Returns null when it failed, was too
 * late or matched nothing: then nothing is published, and the sweeper recomputes the counters from their source.
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
