/** Does the work on Redis, or on this process's memory while Redis is away. */
export type OrMemory = <T>(shared: () => Promise<T>, own: () => Promise<T>, isAnswer?: (error: unknown) => boolean) => Promise<T>;

/** How long the memory works alone after Redis did not answer, so that not every call waits for it in vain. */
const aloneMs = 2000;

/** Makes one such switch; `isAnswer` tells an error by which Redis did answer. */
export function orMemory(): OrMemory {
  let aloneUntil = 0;
  return async (shared, own, isAnswer = () => false) => {
    if (Date.now() < aloneUntil) return own();
    try {
      return await shared();
    } catch (error) {
      if (isAnswer(error)) throw error;
      aloneUntil = Date.now() + aloneMs;
      return own();
    }
  };
}
