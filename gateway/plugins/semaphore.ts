/** Runs work with limited concurrency, first in first out. Tells the work whether it had to wait. */
export type Semaphore = <T>(work: (waited: boolean) => Promise<T>) => Promise<T>;

/** Limits of the queue, and the error for work that exceeds them. */
export interface QueueLimit {
  most: number;
  longestMs: number;
  refuse(): never;
}

/** Waits for a permit; rejects after the time limit of the queue. */
function enqueue(queue: (() => void)[], limit: QueueLimit | undefined): Promise<void> {
  if (limit && queue.length >= limit.most) limit.refuse();
  return new Promise<void>((enter, leave) => {
    const giveUp = () => {
      queue.splice(queue.indexOf(next), 1);
      try {
        limit?.refuse();
      } catch (error) {
        leave(error);
      }
    };
    const timer = limit && setTimeout(giveUp, limit.longestMs);
    const next = () => {
      clearTimeout(timer);
      enter();
    };
    queue.push(next);
  });
}

/** Makes a semaphore. Without a limit the queue is unbounded. */
export function makeSemaphore(permits: number, limit?: QueueLimit): Semaphore {
  let active = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    const waits = active >= permits;
    if (!waits) active++;
    else await enqueue(waiting, limit);
    try {
      return await work(waits);
    } finally {
      // Hand the permit over to the next in the queue.
      const next = waiting.shift();
      if (next) next();
      else active--;
    }
  };
}
