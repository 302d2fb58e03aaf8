import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Items are drawn by the half dozen: whole rows of a grid of one, two or three columns. */
export const groupSize = 6;

/** The groups that are near, and single items that stay drawn wherever they are. */
export interface Drawn {
  near: ReadonlySet<number>;
  used: ReadonlySet<string>;
}

export interface List {
  ids: readonly string[];
  isLong: boolean;
  hasWoven: boolean;
  hasMore: boolean;
  /** Tells the lists of one page apart. */
  name: string;
}

export const membersOf = ({ ids }: List, start: number): readonly string[] => ids.slice(start, start + groupSize);
export const isDrawn = (list: List, drawn: Drawn | null, start: number): boolean =>
  !drawn || drawn.near.has(start) || membersOf(list, start).some((id) => drawn.used.has(id));

type Part = typeof import('./survey');
/** What looks at long lists is loaded with the first of them: few ever get so far. */
let known: Part | null = null;

function usePart(isLong: boolean): Part | null {
  const [part, setPart] = useState(known);
  useEffect(() => {
    if (!isLong || part) return;
    let isGone = false;
    const take = (loaded: Part) => {
      known = loaded;
      if (!isGone) setPart(loaded);
    };
    // Where it does not come, everything is drawn.
    import('./survey').then(take, () => {});
    return () => {
      isGone = true;
    };
  }, [isLong, part]);
  return isLong ? part : null;
}

/** At first the head of a list is drawn that is long already. */
const head: Drawn = { near: new Set([0]), used: new Set() };

/**
 * Which groups of a list are drawn: answers, by the place of a group's first item, how high the gap in its place is, or null
 * where it is drawn. A list that is not long is drawn whole, and not looked at.
 */
export function useNear(ref: RefObject<HTMLElement | null>, list: List): (start: number) => number | null {
  const place = `${useLocation().pathname} ${list.name}`;
  const part = usePart(list.isLong);
  const [state, setDrawn] = useState<Drawn | null>(part ? head : null);
  const drawn = part ? state : null;
  const heights = part?.heightsOf(place);
  const look = (): void => {
    if (ref.current && part && heights) setDrawn(part.survey(ref.current, list, drawn, heights));
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
    return part && element ? () => part.unnumber(element) : undefined;
  }, [part, ref]);
  return (start) => (!heights || isDrawn(list, drawn, start) ? null : heights.of(membersOf(list, start)));
}
