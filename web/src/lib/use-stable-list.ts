import { useCallback, useLayoutEffect, useState } from 'react';

/** So near to the top of the page nothing is pushed out of sight by what comes. */
const top = 80;
const isAtTop = (): boolean => window.scrollY < top;

/** The kept ones that are still there, in their places, and below them what comes after them. */
function mergeBelow(shownIds: readonly string[], ids: readonly string[]): readonly string[] {
  const shownSet = new Set(shownIds);
  const last = ids.findLastIndex((id) => shownSet.has(id));
  return [...shownIds.filter((id) => ids.includes(id)), ...ids.slice(last + 1)];
}

/**
 * A list that does not move under the eyes of who has scrolled: what comes at its head, or moves there, waits until it is
 * asked for or the reader is at the top as the next comes. Answers what to show, and how many wait that are not shown.
 */
export function useStableList(ids: readonly string[]): { shown: readonly string[]; waiting: number; showAll: () => void } {
  const [shownIds, setShownIds] = useState(ids);
  useLayoutEffect(() => setShownIds((before) => (isAtTop() || before.length === 0 ? ids : mergeBelow(before, ids))), [ids]);
  const showAll = useCallback(() => setShownIds(ids), [ids]);
  const seen = new Set(shownIds);
  return { shown: shownIds, waiting: ids.filter((id) => !seen.has(id)).length, showAll };
}
