/** Runs the work on Redis, or on this process's memory while Redis is unavailable. */
export type MemoryFallback = <T>(shared: () => Promise<T>, own: () => Promise<T>, isAnswer?: (error: unknown) => boolean) => Promise<T>;

/** Time for which Redis is not tried after a failure, so that not every call waits for it in vain. */
const retryRedisAfterMs = 2000;

/** Makes a fallback; `isAnswer` recognizes errors that are an answer of Redis, such as an exceeded limit. */
export function makeMemoryFallback(): MemoryFallback {
  let memoryUntil = 0;
  return async (shared, own, isAnswer = () => false) => {
    if (Date.now() < memoryUntil) return own();
    try {
      return await shared();
    } catch (error) {
      if (isAnswer(error)) throw error;
      memoryUntil = Date.now() + retryRedisAfterMs;
      return own();
    }
  };
}
