import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Items per group: whole rows of a grid with one, two or three columns. */
export const groupSize = 6;

/** Groups near the viewport, and single items that stay rendered because they are in use. */
export interface RenderedGroups {
  near: ReadonlySet<number>;
  used: ReadonlySet<string>;
}

export interface WindowedList {
  ids: readonly string[];
  isLong: boolean;
  hasWoven: boolean;
  hasMore: boolean;
  /** Distinguishes the lists of one page. */
  name: string;
}

export const idsOfGroup = ({ ids }: WindowedList, start: number): readonly string[] => ids.slice(start, start + groupSize);
export const isRendered = (list: WindowedList, drawn: RenderedGroups | null, start: number): boolean =>
  !drawn || drawn.near.has(start) || idsOfGroup(list, start).some((id) => drawn.used.has(id));

type WindowModule = typeof import('./measure-window');
/** Module that measures long lists, loaded with the first of them since few people scroll so far. */
let loadedModule: WindowModule | null = null;

function useWindowModule(isLong: boolean): WindowModule | null {
  const [part, setPart] = useState(loadedModule);
  useEffect(() => {
    if (!isLong || part) return;
    let isGone = false;
    const onLoaded = (loaded: WindowModule) => {
      loadedModule = loaded;
      if (!isGone) setPart(loaded);
    };
    // If it cannot be loaded, the list is rendered whole.
    import('./measure-window').then(onLoaded, () => {});
    return () => {
      isGone = true;
    };
  }, [isLong, part]);
  return isLong ? part : null;
}

/** Initial state of a list that is already long. */
const head: RenderedGroups = { near: new Set([0]), used: new Set() };

/**
 * Windows a long list by groups of items. Returns a function from the index of a group's first item to the height of its spacer,
 * or null if the group is rendered. Short lists are rendered whole and not measured.
 */
export function useWindowedList(ref: RefObject<HTMLElement | null>, list: WindowedList): (start: number) => number | null {
  const listKey = `${useLocation().pathname} ${list.name}`;
  const part = useWindowModule(list.isLong);
  const [state, setDrawn] = useState<RenderedGroups | null>(part ? head : null);
  const drawn = part ? state : null;
  const heights = part?.heightsOf(listKey);
  const measure = (): void => {
    if (ref.current && part && heights) setDrawn(part.measureWindow(ref.current, list, drawn, heights));
  };
  useLayoutEffect(measure);
  useEffect(() => {
    if (!part) return;
    let frame = 0;
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    // Listen in the capture phase: the scroll container may be the page or a dialog.
    document.addEventListener('scroll', measureSoon, { capture: true, passive: true });
    window.addEventListener('resize', measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('scroll', measureSoon, { capture: true });
      window.removeEventListener('resize', measureSoon);
    };
  });
  useEffect(() => {
    const element = ref.current;
    return part && element ? () => part.removeAriaPositions(element) : undefined;
  }, [part, ref]);
  return (start) => (!heights || isRendered(list, drawn, start) ? null : heights.of(idsOfGroup(list, start)));
}
