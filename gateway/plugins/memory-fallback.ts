/** Does the work on Redis, or on this process's memory while Redis is away. */
export type MemoryFallback = <T>(shared: () => Promise<T>, own: () => Promise<T>, isAnswer?: (error: unknown) => boolean) => Promise<T>;

/** How long the memory works alone after Redis did not answer, so that not every call waits for it in vain. */
const retryRedisAfterMs = 2000;

/** Makes one such switch; `isAnswer` tells an error by which Redis did answer. */
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
