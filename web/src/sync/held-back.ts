import { useCallback, useLayoutEffect, useMemo } from 'react';
import { create } from 'zustand';
import { isServer } from '@/lib/on-window';
import { onUserChange } from '@/lib/user-change';

/**
 * When new items at the head of a list wait behind a pill, so that the list does not move while it is read: `always`, only
 * while the reader has scrolled down, or `never`, as on a card that shows the newest ones.
 */
export type HoldBack = 'always' | 'scrolled' | 'never';

/** Pixels from the top within which new items may push the list down. */
const top = 80;
const isAtTop = (): boolean => isServer || window.scrollY < top;

/** Ids that each list has shown, in their order. Outlives the component, so that going back finds the list as it was. */
const useShownIds = create<{ byList: Readonly<Record<string, readonly string[]>> }>(() => ({ byList: {} }));
onUserChange(() => useShownIds.setState({ byList: {} }));

const none: readonly string[] = [];
const isEqual = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id, i) => id === b[i]);
const setShown = (list: string, ids: readonly string[]): void =>
  useShownIds.setState(({ byList }) => (isEqual(byList[list] ?? none, ids) ? {} : { byList: { ...byList, [list]: ids } }));

/** Shows every item that a list holds, also those that come in the same change. */
export const showAll = (list: string, ids: readonly string[]): void => setShown(list, ids);

/** The ids from the first one that was shown. */
function belowHead(shown: readonly string[], ids: readonly string[]): readonly string[] {
  const seen = new Set(shown);
  const head = ids.findIndex((id) => seen.has(id));
  return head < 0 ? none : ids.slice(head);
}

/** The shown ids that still exist, in their order, and the ids below the last of them. Keeps items that move to the head. */
function mergeBelow(shown: readonly string[], ids: readonly string[]): readonly string[] {
  const seen = new Set(shown);
  const present = new Set(ids);
  const last = ids.findLastIndex((id) => seen.has(id));
  return last < 0 ? none : [...shown.filter((id) => present.has(id)), ...ids.slice(last + 1)];
}

function nextShown(mode: HoldBack, shown: readonly string[], ids: readonly string[], own: ReadonlySet<string>): readonly string[] {
  const stable = mode === 'always' ? belowHead(shown, ids) : isAtTop() ? ids : mergeBelow(shown, ids);
  // Nothing is shown, or nothing of it is left: there is nothing to hold still.
  if (stable.length === 0) return ids;
  return ids.some((id) => own.has(id) && !stable.includes(id)) ? ids : stable;
}

/**
 * Holds back new items of a list. Returns the ids to show, the number held back, and a function that shows these.
 * @param list name of the list, such as the hash of its query key
 * @param own the viewer's own items: one that would be held back shows all
 */
export function useHeldBack(list: string, ids: readonly string[], mode: HoldBack, own: ReadonlySet<string>) {
  const shown = useShownIds(({ byList }) => byList[list] ?? none);
  const next = useMemo(() => (mode === 'never' ? ids : nextShown(mode, shown, ids, own)), [mode, shown, ids, own]);
  useLayoutEffect(() => {
    // No ids: the list is not loaded, or is empty and holds nothing back.
    if (mode !== 'never' && ids.length > 0) setShown(list, next);
  }, [list, ids, next, mode]);
  const showHeld = useCallback(() => setShown(list, ids), [list, ids]);
  return { shown: next, held: ids.length - next.length, showHeld };
}
