import { isOffline } from './reachability';

/**
 * Answers what was asked for or, where the call failed, what `fallback` makes of other calls. Where that fails too, the first
 * failure is what counts. Nothing else is asked once the caller has left or the server is known to be out of reach.
 */
export async function withFallback<T>(asked: Promise<T>, signal: AbortSignal, fallback: () => Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (failure) {
    if (signal.aborted || isOffline()) throw failure;
    return fallback().catch(() => {
      throw failure;
    });
  }
}
