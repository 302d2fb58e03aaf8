import { useRef, useState } from 'react';
import { reportFailure } from '@/lib/failures';

/**
 * Optimistic value of a setting that saves itself: rolled back with a toast if the server refuses. Several choices in a row
 * are sent in order, so that the last one wins.
 */
export function useSetting<T>(value: T, save: (next: T) => Promise<unknown>, failed?: string): [shown: T, choose: (next: T) => void] {
  const [optimistic, setOptimistic] = useState<{ value: T } | null>(null);
  const latest = useRef(0);
  const previous = useRef<Promise<unknown>>(Promise.resolve());
  const choose = (next: T): void => {
    latest.current += 1;
    const current = latest.current;
    setOptimistic({ value: next });
    const saved = previous.current.then(() => save(next));
    previous.current = saved
      .catch((error: unknown) => reportFailure(error, failed))
      .then(() => current === latest.current && setOptimistic(null));
  };
  return [optimistic ? optimistic.value : value, choose];
}
