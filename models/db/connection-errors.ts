/** As the system says it; 'EPIPE' also by Node alone, of a socket that the other side has ended. */
const connectionErrorCodes = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);

/** Whether a connection broke while the driver wrote to it: such errors it lets through as they came, without its own labels. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error && connectionErrorCodes.has((error as { code?: unknown }).code);
