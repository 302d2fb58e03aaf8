/** Error codes of the system. Node itself reports 'EPIPE' for a socket that the other side has ended. */
const connectionErrorCodes = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/**
 * True for a connection that broke while the driver wrote to it. The driver passes these errors on without its own error labels.
 */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && connectionErrorCodes.has((error as { code?: unknown }).code);
