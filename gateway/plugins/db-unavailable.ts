import mongoose from 'mongoose';
import { isConnectionError, unwrapBulkError } from '#models/db/connection-errors';

const { MongoError, MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError, MongoOperationTimeoutError } = mongoose.mongo;
const unavailableErrors = [MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError, MongoOperationTimeoutError];

/**
 * Error codes of a server that stops, starts or is too busy: those that the drivers' specification retries, and write conflicts,
 * locks and expired times.
 */
const transientCodes = new Set<unknown>([6, 7, 24, 50, 89, 91, 112, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
const transientLabels = ['TransientTransactionError', 'RetryableWriteError', 'RetryableError'];

/** Name of the error for a request that got no connection in time; the driver does not export its class. */
const noConnection = 'MongoWaitQueueTimeoutError';

/** Whether the database is unavailable or too busy, so that a retry later makes sense. */
export function isDbUnavailable(thrown: unknown): boolean {
  const error = unwrapBulkError(thrown);
  if (
    error instanceof mongoose.Error.MongooseServerSelectionError ||
    unavailableErrors.some((type) => error instanceof type) ||
    isConnectionError(error)
  )
    return true;
  if (!(error instanceof MongoError)) return false;
  return error.name === noConnection || transientCodes.has(error.code) || transientLabels.some((label) => error.hasErrorLabel(label));
}
