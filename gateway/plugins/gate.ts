/** Lets work through in the order in which it came, at most so much at once. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export function makeGate(width: number): Gate {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside < width) inside++;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      // Whoever waits takes the place over.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
