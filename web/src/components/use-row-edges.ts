import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** Whether a row that scrolls sideways goes on before and after what is in view. */
interface RowEdges {
  start: boolean;
  end: boolean;
}

/** Share of the row's width that one step scrolls. */
const stepShare = 0.7;

function edgesOf(row: HTMLElement): RowEdges {
  // Negative where the text runs from right to left.
  const before = Math.abs(row.scrollLeft);
  return { start: before > 1, end: row.scrollWidth - row.clientWidth - before > 1 };
}

const chipOf = (row: HTMLElement, value: string): Element | undefined =>
  [...row.children].find((chip) => chip instanceof HTMLButtonElement && chip.value === value);

/** Scrolls the row, and nothing else, until the element is in its middle, unless all of it is in view. */
function reveal(row: HTMLElement, element: Element | undefined): void {
  if (!element) return;
  const [frame, box] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  if (box.left >= frame.left && box.right <= frame.right) return;
  row.scrollBy?.({ left: (box.left + box.right - frame.left - frame.right) / 2, behavior: 'instant' });
}

/**
 * Tracks the edges of a row, and scrolls its pressed chip into view.
 * @param pressed value of the pressed chip
 */
export function useRowEdges(row: RefObject<HTMLElement | null>, pressed: string) {
  const [edges, setEdges] = useState<RowEdges>({ start: false, end: false });
  const measure = useCallback(() => {
    if (!row.current) return;
    const { start, end } = edgesOf(row.current);
    setEdges((before) => (before.start === start && before.end === end ? before : { start, end }));
  }, [row]);
  useLayoutEffect(() => {
    if (row.current) reveal(row.current, chipOf(row.current, pressed));
    measure();
  }, [row, pressed, measure]);
  useEffect(() => {
    if (!row.current) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [row, measure]);
  const step = (to: 'start' | 'end') => {
    const element = row.current;
    if (!element) return;
    const isBackwards = (to === 'start') !== (getComputedStyle(element).direction === 'rtl');
    element.scrollBy({ left: element.clientWidth * stepShare * (isBackwards ? -1 : 1), behavior: 'smooth' });
  };
  return { edges, measure, step };
}
