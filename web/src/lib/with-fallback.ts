import { isOffline } from './reachability';

/**
 * Resolves to the answer or, if the call failed, to `fallback()`. If that fails too, throws the first failure. Skips the fallback
 * if the caller has aborted or the server is out of reach.
 */
export async function withFallback<T>(call: Promise<T>, signal: AbortSignal, fallback: () => Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (failure) {
    if (signal.aborted || isOffline()) throw failure;
    return fallback().catch(() => {
      throw failure;
    });
  }
}
