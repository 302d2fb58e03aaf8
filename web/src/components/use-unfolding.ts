import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/** So many are drawn at first, about what a phone shows, and so many more at a time. */
const step = 2;

interface Unfolding {
  /** Nothing can be drawn yet. */
  isComing: boolean;
  /** How many of the items are drawn, and whether these are all. */
  drawn: number;
  isWhole: boolean;
  /** The class of what is around the list. */
  mark: string;
}

/**
 * A list that was waited for is drawn little by little, so that the browser answers meanwhile, and laid out as far as it is near
 * (`.awaited`). One that was there already is drawn whole: who goes back finds the place.
 */
export function useUnfolding(count: number, isPending: boolean): Unfolding {
  const isComing = useDeferredValue(isPending);
  const [wasAwaited] = useState(isPending);
  const [most, setMost] = useState(wasAwaited ? step : Number.POSITIVE_INFINITY);
  const isWhole = most >= count;
  useEffect(() => {
    if (isComing || isWhole) return;
    // What comes after it is whole, page by page, is drawn as it comes.
    startTransition(() => setMost(most + step < count ? most + step : Number.POSITIVE_INFINITY));
  }, [count, isComing, isWhole, most]);
  return { isComing, drawn: Math.min(most, count), isWhole, mark: wasAwaited ? 'awaited' : '' };
}
