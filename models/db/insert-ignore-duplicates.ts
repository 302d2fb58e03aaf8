import type { Model } from 'mongoose';
import { bulkErrors } from './bulk-errors.js';
import { isDuplicate } from './locks.js';

/**
 * Inserts lists of documents by one command, and skips those that a unique index rejects. Returns of each list the inserted ones,
 * or the error of one that failed otherwise; rejects with an error of the command.
 */
export async function insertLists<T extends object>(model: Model<T>, lists: readonly (readonly T[])[]): Promise<(T[] | Error)[]> {
  const docs = lists.flat();
  if (docs.length === 0) return lists.map(() => []);
  const errors = await model.collection.insertMany(docs as never, { ordered: false }).then(() => new Map<number, Error>(), bulkErrors);
  const failed = new Map([...errors].map(([i, error]) => [docs[i], error]));
  return lists.map((list) => {
    const rejected = list.map((doc) => failed.get(doc));
    return rejected.find((error) => error && !isDuplicate(error)) ?? list.filter((_doc, i) => !rejected[i]);
  });
}

/** Inserts documents and skips those that a unique index rejects. Returns the inserted ones; rethrows any other error. */
export async function insertIgnoringDuplicates<T extends object>(model: Model<T>, docs: readonly T[]): Promise<T[]> {
  const [inserted = []] = await insertLists(model, [docs]);
  if (inserted instanceof Error) throw inserted;
  return inserted;
}
