import type { ReactNode } from 'react';

/** Passes the column's height to the stylesheet, see `.side`. */
function measure(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new ResizeObserver(() => element.style.setProperty('--side-height', `${element.offsetHeight}px`));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Sticky side column. If it is taller than the viewport, it scrolls along until its end is visible and sticks there. */
export function Side({ children }: { children: ReactNode }) {
  return (
    <div ref={measure} className="side">
      {children}
    </div>
  );
}
