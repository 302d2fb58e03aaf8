import { useCallback, useLayoutEffect, useState } from 'react';

/** Pixels from the top within which new items may push the list down. */
const top = 80;
const isAtTop = (): boolean => window.scrollY < top;

/** The shown ids that still exist, in their order, followed by the ids after the last of them. */
function mergeBelow(shownIds: readonly string[], ids: readonly string[]): readonly string[] {
  const shownSet = new Set(shownIds);
  const last = ids.findLastIndex((id) => shownSet.has(id));
  return [...shownIds.filter((id) => ids.includes(id)), ...ids.slice(last + 1)];
}

/**
 * Keeps a list from moving while the reader has scrolled: holds back items that come or move to its head until they are
 * requested, or until the next change with the reader at the top. Returns the ids to show and the number held back.
 */
export function useStableList(ids: readonly string[]): { shown: readonly string[]; waiting: number; showAll: () => void } {
  const [shownIds, setShownIds] = useState(ids);
  useLayoutEffect(() => setShownIds((before) => (isAtTop() || before.length === 0 ? ids : mergeBelow(before, ids))), [ids]);
  const showAll = useCallback(() => setShownIds(ids), [ids]);
  const seen = new Set(shownIds);
  return { shown: shownIds, waiting: ids.filter((id) => !seen.has(id)).length, showAll };
}
