import DataLoader from 'dataloader';
import { type Model, mongo, type UpdateQuery } from 'mongoose';
import { unwrapBulkError } from './connection-errors.js';
import { insertIgnoringDuplicates } from './insert-ignore-duplicates.js';

/** Maximum of writes in a command. */
const maxBatch = 200;

/** Makes a function whose calls of one turn of the event loop run together; each gets its own result or error. */
export function coalesce<Arg, Result>(run: (args: Arg[]) => Promise<(Result | Error)[]>): (arg: Arg) => Promise<Result> {
  const batch = new DataLoader<Arg, Result>((args) => run([...args]), {
    cache: false,
    maxBatchSize: maxBatch,
    batchScheduleFn: (begin) => setImmediate(begin),
  });
  return (arg) => batch.load(arg);
}

/** An update of one document that matches, or of `many`. Nothing is cast: ids are ObjectIds. */
export interface CoalescedUpdate<T> {
  filter: Record<string, unknown>;
  update: UpdateQuery<T>;
  many?: true;
  upsert?: true;
}

/** Errors of the updates of a bulk write, by their place in it; rethrows one that concerns all of them. */
function updateErrors(error: unknown): Map<number, Error> {
  if (!(error instanceof mongo.MongoBulkWriteError) || error.result?.getWriteConcernError()) throw unwrapBulkError(error);
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  if (faults.length === 0) throw unwrapBulkError(error);
  return new Map(faults.map((fault) => [fault.index, new mongo.MongoServerError({ message: fault.errmsg, code: fault.code })]));
}

/**
 * Makes a function that updates a collection: the updates of one turn are one command, in any order. Resolves without a count;
 * rejects with the update's own error, or with that of the command.
 */
export function coalescedUpdates<T>(model: Model<T>): (update: CoalescedUpdate<T>) => Promise<void> {
  return coalesce(async (updates) => {
    const writes = updates.map(({ filter, update, many, upsert = false }) =>
      many ? { updateMany: { filter, update, upsert } } : { updateOne: { filter, update, upsert } },
    );
    const errors = await model.collection.bulkWrite(writes as never, { ordered: false }).then(() => new Map<number, Error>(), updateErrors);
    return updates.map((_update, i) => errors.get(i));
  });
}

/** Makes a function that inserts documents and returns the inserted ones, as `insertIgnoringDuplicates`: those of one turn by one command. */
export function coalescedInserts<T>(model: Model<T>): (docs: readonly T[]) => Promise<T[]> {
  return coalesce(async (lists) => {
    const inserted = new Set(await insertIgnoringDuplicates(model, lists.flat()));
    return lists.map((docs) => docs.filter((doc) => inserted.has(doc)));
  });
}
