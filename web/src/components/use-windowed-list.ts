import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Items are drawn by the half dozen: whole rows of a grid of one, two or three columns. */
export const groupSize = 6;

/** The groups that are near, and single items that stay drawn wherever they are. */
export interface RenderedGroups {
  near: ReadonlySet<number>;
  used: ReadonlySet<string>;
}

export interface WindowedList {
  ids: readonly string[];
  isLong: boolean;
  hasWoven: boolean;
  hasMore: boolean;
  /** Tells the lists of one page apart. */
  name: string;
}

export const idsOfGroup = ({ ids }: WindowedList, start: number): readonly string[] => ids.slice(start, start + groupSize);
export const isRendered = (list: WindowedList, drawn: RenderedGroups | null, start: number): boolean =>
  !drawn || drawn.near.has(start) || idsOfGroup(list, start).some((id) => drawn.used.has(id));

type WindowModule = typeof import('./measure-window');
/** What looks at long lists is loaded with the first of them: few ever get so far. */
let loadedModule: WindowModule | null = null;

function useWindowModule(isLong: boolean): WindowModule | null {
  const [part, setPart] = useState(loadedModule);
  useEffect(() => {
    if (!isLong || part) return;
    let isGone = false;
    const take = (loaded: WindowModule) => {
      loadedModule = loaded;
      if (!isGone) setPart(loaded);
    };
    // Where it does not come, everything is drawn.
    import('./measure-window').then(take, () => {});
    return () => {
      isGone = true;
    };
  }, [isLong, part]);
  return isLong ? part : null;
}

/** At first the head of a list is drawn that is long already. */
const head: RenderedGroups = { near: new Set([0]), used: new Set() };

/**
 * Which groups of a list are drawn: answers, by the place of a group's first item, how high the gap in its place is, or null
 * where it is drawn. A list that is not long is drawn whole, and not looked at.
 */
export function useWindowedList(ref: RefObject<HTMLElement | null>, list: WindowedList): (start: number) => number | null {
  const listKey = `${useLocation().pathname} ${list.name}`;
  const part = useWindowModule(list.isLong);
  const [state, setDrawn] = useState<RenderedGroups | null>(part ? head : null);
  const drawn = part ? state : null;
  const heights = part?.heightsOf(listKey);
  const look = (): void => {
    if (ref.current && part && heights) setDrawn(part.measureWindow(ref.current, list, drawn, heights));
  };
  useLayoutEffect(look);
  useEffect(() => {
    if (!part) return;
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // Of whatever the list is in: the page, or a dialog.
    document.addEventListener('scroll', soon, { capture: true, passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', soon, { capture: true });
      window.removeEventListener('resize', soon);
    };
  });
  useEffect(() => {
    const element = ref.current;
    return part && element ? () => part.removeAriaPositions(element) : undefined;
  }, [part, ref]);
  return (start) => (!heights || isRendered(list, drawn, start) ? null : heights.of(idsOfGroup(list, start)));
}
