import { type Model, mongo } from 'mongoose';

/** Stores these, but for those that a unique index refuses; answers what was stored. Any other fault is thrown. */
export async function insertIgnoringDuplicates<T>(model: Model<T>, docs: readonly T[]): Promise<T[]> {
  if (docs.length === 0) return [];
  try {
    await model.collection.insertMany(docs as never, { ordered: false });
    return [...docs];
  } catch (error) {
    const duplicates = duplicateIndexes(error);
    return docs.filter((_doc, i) => !duplicates.has(i));
  }
}

/** Which of the documents a unique index refused. */
function duplicateIndexes(error: unknown): Set<number> {
  if (!(error instanceof mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  if (faults.some((fault) => fault.code !== 11000)) throw error;
  return new Set(faults.map((fault) => fault.index));
}
