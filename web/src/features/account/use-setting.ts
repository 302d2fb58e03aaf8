import { useRef, useState } from 'react';
import { reportFailure } from '@/lib/failures';

/**
 * A setting that saves itself: what is wanted is shown at once, and what it was again where it is not taken, which is said.
 * Of several choices in a row each is told, in their order, so that the last one stays.
 */
export function useSetting<T>(value: T, save: (next: T) => Promise<unknown>, failed?: string): [shown: T, choose: (next: T) => void] {
  const [wish, setWish] = useState<{ value: T } | null>(null);
  const round = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const choose = (next: T): void => {
    round.current += 1;
    const mine = round.current;
    setWish({ value: next });
    const saved = before.current.then(() => save(next));
    before.current = saved.catch((error: unknown) => reportFailure(error, failed)).then(() => mine === round.current && setWish(null));
  };
  return [wish ? wish.value : value, choose];
}
