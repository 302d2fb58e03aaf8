import { mongo } from 'mongoose';

/** Error codes of the system. Node itself reports 'EPIPE' for a socket that the other side has ended. */
const connectionErrorCodes = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/**
 * True for a connection that broke while the driver wrote to it. The driver passes these errors on without its own error labels.
 */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && connectionErrorCodes.has((error as { code?: unknown }).code);

/**
 * Cause of a failed bulk write. The driver wraps every error of its own, such as an unreachable server, in a MongoBulkWriteError
 * without write errors, which is neither a network error nor a duplicate key. Returns any other error unchanged.
 */
export function unwrapBulkError(error: unknown): unknown {
  const cause = error instanceof mongo.MongoBulkWriteError ? error.errorResponse : undefined;
  return cause instanceof Error ? cause : error;
}
