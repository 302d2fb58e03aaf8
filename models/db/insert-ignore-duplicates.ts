import { type Model, mongo } from 'mongoose';
import { unwrapBulkError } from './connection-errors.js';

/** Inserts documents and skips those that a unique index rejects. Returns the inserted ones; rethrows any other error. */
export async function insertIgnoringDuplicates<T>(model: Model<T>, docs: readonly T[]): Promise<T[]> {
  if (docs.length === 0) return [];
  try {
    await model.collection.insertMany(docs as never, { ordered: false });
    return [...docs];
  } catch (error) {
    const duplicates = duplicateIndexes(unwrapBulkError(error));
    return docs.filter((_doc, i) => !duplicates.has(i));
  }
}

/** Indexes of the documents that a unique index rejected. */
function duplicateIndexes(error: unknown): Set<number> {
  if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  if (faults.some((fault) => fault.code !== 11000)) throw error;
  return new Set(faults.map((fault) => fault.index));
}
