/** Lets work through in the order in which it came, at most so much at once, and tells it whether it had to wait. */
export type Gate = <T>(work: (waited: boolean) => Promise<T>) => Promise<T>;

export function makeGate(width: number): Gate {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    const waits = inside >= width;
    if (!waits) inside++;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work(waits);
    } finally {
      // Whoever waits takes the place over.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
