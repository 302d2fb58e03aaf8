import { mongo } from 'mongoose';
import { unwrapBulkError } from './connection-errors.js';

/** Errors of the writes of an unordered bulk write, by their place in it; rethrows one that concerns all of them. */
export function bulkErrors(thrown: unknown): Map<number, Error> {
  const error = unwrapBulkError(thrown);
  if (!(error instanceof mongo.MongoBulkWriteError) || error.result?.getWriteConcernError()) throw error;
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  if (faults.length === 0) throw error;
  return new Map(faults.map((fault) => [fault.index, new mongo.MongoServerError({ message: fault.errmsg, code: fault.code })]));
}
