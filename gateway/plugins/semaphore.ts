/** Lets work through in the order in which it came, at most so much at once, and tells it whether it had to wait. */
export type Semaphore = <T>(work: (waited: boolean) => Promise<T>) => Promise<T>;

/** How much may wait for a place, how long at most, and what is thrown at work that finds no place. */
export interface QueueLimit {
  most: number;
  longestMs: number;
  refuse(): never;
}

/** Waits for a place in line; rejects once the limit's time is over. */
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

/** Makes a gate of so many places. Without a limit any amount of work waits for as long as it takes. */
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
      // Whoever waits takes the place over.
      const next = waiting.shift();
      if (next) next();
      else active--;
    }
  };
}
