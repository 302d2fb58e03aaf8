import type { Model } from 'mongoose';
import { bulkErrors } from './bulk-errors.js';
import { coalesce } from './coalesce.js';
import { memoizeByObject } from './memoize.js';
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

interface Increment {
  id: Id;
  update: Record<string, unknown>;
  since: Date;
}

/** The sweeper may count a record that is older than this. */
const isLate = ({ since }: Pick<Increment, 'since'>): boolean => Date.now() - since.getTime() > startWithinMs;

/** Fewer increments in one turn than this are a command each: joined they would be two commands, one after the other. */
const leastJoined = 3;

/**
 * Runs the increments of one turn, and returns the documents after them; null for one that is missing, that fails alone, or
 * that is late since the process was paused before the turn.
 */
async function incrementAll<T extends { _id: Id }>(model: Model<T>, all: Increment[]): Promise<(T | null)[]> {
  const inTime = all.filter((increment) => !isLate(increment));
  const docs = await (inTime.length < leastJoined ? incrementEach : incrementJoined)(model, inTime);
  const counted = new Map(inTime.map((increment, i) => [increment, docs[i] ?? null]));
  return all.map((increment) => counted.get(increment) ?? null);
}

const incrementEach = <T extends { _id: Id }>(model: Model<T>, increments: readonly Increment[]): Promise<(T | null)[]> =>
  Promise.all(increments.map(({ id, update }) => incrementOne(model, { _id: id }, update).catch(() => null)));

async function incrementJoined<T extends { _id: Id }>(model: Model<T>, increments: readonly Increment[]): Promise<(T | null)[]> {
  const writes = increments.map(({ id, update }) => ({ updateOne: { filter: { _id: id }, update } }));
  const options = { ordered: false, timeoutMS: timeoutMs };
  const errors = await model.collection.bulkWrite(writes as never, options).then(() => new Map<number, Error>(), bulkErrors);
  const ids = increments.map(({ id }) => id);
  const found = (await model.find({ _id: { $in: ids } } as never, null, { timeoutMS: timeoutMs }).lean()) as T[];
  const byId = new Map(found.map((doc) => [String(doc._id), doc]));
  return ids.map((id, i) => (errors.has(i) ? null : (byId.get(String(id)) ?? null)));
}

const incrementOne = <T>(model: Model<T>, filter: Record<string, unknown>, update: Record<string, unknown>): Promise<T | null> =>
  model
    .findOneAndUpdate(filter as never, update as never, { returnDocument: 'after', timeoutMS: timeoutMs })
    .lean()
    .exec() as Promise<T | null>;

const inTurnOf = memoizeByObject((model: Model<{ _id: Id }>) => coalesce((increments: Increment[]) => incrementAll(model, increments)));

/** Increments together with those of the same turn. */
const incrementInTurn = <T extends { _id: Id }>(model: Model<T>, increment: Increment): Promise<T | null> =>
  inTurnOf(model as unknown as Model<{ _id: Id }>)(increment) as Promise<T | null>;

/**
 * Increments counters and `rev` in one atomic write, after the write of the change itself. Returns null when it failed, was too
 * late or matched nothing: then nothing is published, and the sweeper recomputes the counters from their source. Without `assume`
 * the increments of one turn share their commands, and the document may already have a later change.
 */
export async function incrementCounters<T extends { _id: Id; rev: number }>(
  model: Model<T>,
  id: Id,
  { inc, set, assume, since, inDoubt = false }: CounterChange,
): Promise<T | null> {
  if (isLate({ since })) return null;
  const marks = { ...set, ...(inDoubt ? { recount: true } : {}) };
  const update = { $inc: { ...inc, rev: 1 }, ...(Object.keys(marks).length > 0 ? { $set: marks } : {}) };
  try {
    return await (assume ? incrementOne(model, { _id: id, ...assume }, update) : incrementInTurn(model, { id, update, since }));
  } catch {
    return null;
  }
}
