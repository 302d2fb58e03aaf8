import DataLoader from 'dataloader';
import type { Model, UpdateQuery } from 'mongoose';
import { bulkErrors } from './bulk-errors.js';
import { insertLists } from './insert-ignore-duplicates.js';

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

/**
 * Makes a function that updates a collection: the updates of one turn are one command, in any order. Resolves without a count;
 * rejects with the update's own error, or with that of the command.
 */
export function coalescedUpdates<T>(model: Model<T>): (update: CoalescedUpdate<T>) => Promise<void> {
  return coalesce(async (updates) => {
    const errors = await updateTogether(model, updates).then(() => new Map<number, Error>(), bulkErrors);
    return updates.map((_update, i) => errors.get(i));
  });
}

/** Updates a collection by one command, in any order. */
export async function updateTogether<T>(model: Model<T>, updates: readonly CoalescedUpdate<T>[]): Promise<void> {
  const writes = updates.map(({ filter, update, many, upsert = false }) =>
    many ? { updateMany: { filter, update, upsert } } : { updateOne: { filter, update, upsert } },
  );
  await model.collection.bulkWrite(writes as never, { ordered: false });
}

/**
 * Makes a function that inserts documents and returns the inserted ones, as `insertIgnoringDuplicates`: those of one turn by one
 * command. Rejects with the error of the caller's own documents, or with that of the command.
 */
export const coalescedInserts = <T extends object>(model: Model<T>): ((docs: readonly T[]) => Promise<T[]>) =>
  coalesce((lists) => insertLists(model, lists));
