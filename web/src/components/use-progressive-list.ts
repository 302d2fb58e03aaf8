import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/** So many are drawn at first, about what a phone shows, and so many more at a time. */
const step = 2;

interface ProgressiveList<T> {
  /** Nothing can be drawn yet. */
  isComing: boolean;
  /** The items that are drawn, and whether these are all that came. */
  drawn: readonly T[];
  isWhole: boolean;
  /** Whether the list goes on after them: with what came, or with what is still to be asked for. */
  hasMore: boolean;
  /** The class of what is around the list. */
  mark: string;
}

/**
 * A list that was waited for is drawn little by little, so that the browser answers meanwhile, and laid out as far as it is near
 * (`.awaited`). One that was there already is drawn whole: who goes back finds the place.
 * @param items what has come
 * @param query what it comes by
 */
export function useProgressiveList<T>(items: readonly T[], query: { isPending: boolean; hasNextPage: boolean }): ProgressiveList<T> {
  const count = items.length;
  const isComing = useDeferredValue(query.isPending);
  const [wasAwaited] = useState(query.isPending);
  const [most, setMost] = useState(wasAwaited ? step : Number.POSITIVE_INFINITY);
  const isWhole = most >= count;
  useEffect(() => {
    if (isComing || isWhole) return;
    // What comes after it is whole, page by page, is drawn as it comes.
    startTransition(() => setMost(most + step < count ? most + step : Number.POSITIVE_INFINITY));
  }, [count, isComing, isWhole, most]);
  const drawn = isWhole ? items : items.slice(0, most);
  return { isComing, drawn, isWhole, hasMore: query.hasNextPage || !isWhole, mark: wasAwaited ? 'awaited' : '' };
}
