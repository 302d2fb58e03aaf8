import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/** Items rendered first, about a phone's screen, and added per step. */
const step = 2;

interface ProgressiveList<T> {
  /** Whether the first items are still loading. */
  isComing: boolean;
  /** The items to render, and whether these are all loaded ones. */
  drawn: readonly T[];
  isWhole: boolean;
  /** Whether more items follow: loaded ones not rendered yet, or further pages. */
  hasMore: boolean;
  /** Class name for the element around the list. */
  mark: string;
}

/** Whether the page of the last visit covers the app (boot.js), and no scroll position is to be restored. */
const isCovered = (): boolean => globalThis.document?.documentElement.dataset.lastPage === 'navigate';

/**
 * Renders a freshly loaded list in steps, so the browser stays responsive, and lays out what follows the first items only near the
 * viewport (`.awaited`). A list that is already cached renders whole, so going back restores the scroll position; but in steps
 * where the page of the last visit is still shown.
 * @param items the loaded items
 * @param query the list's query
 * @param isEnabled false renders every list whole
 */
export function useProgressiveList<T>(
  items: readonly T[],
  query: { isPending: boolean; hasNextPage: boolean },
  isEnabled = true,
): ProgressiveList<T> {
  const count = items.length;
  const isDeferred = useDeferredValue(query.isPending);
  const isComing = isEnabled ? isDeferred : query.isPending;
  const [wasAwaited] = useState(isEnabled && (query.isPending || isCovered()));
  const [most, setMost] = useState(wasAwaited ? step : Number.POSITIVE_INFINITY);
  const isWhole = most >= count;
  useEffect(() => {
    if (isComing || isWhole) return;
    // Once all are rendered, later pages are rendered at once.
    startTransition(() => setMost(most + step < count ? most + step : Number.POSITIVE_INFINITY));
  }, [count, isComing, isWhole, most]);
  const drawn = isWhole ? items : items.slice(0, most);
  return { isComing, drawn, isWhole, hasMore: query.hasNextPage || !isWhole, mark: wasAwaited ? 'awaited' : '' };
}
