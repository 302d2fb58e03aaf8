import type { ReactNode } from 'react';

/** Tells its height to the stylesheet, see `.side`. */
function measure(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new ResizeObserver(() => element.style.setProperty('--side-height', `${element.offsetHeight}px`));
  observer.observe(element);
  return () => observer.disconnect();
}

/** The column beside a list, however long that is. One that is higher than the screen goes along until its own end is seen, and stays there. */
export function Side({ children }: { children: ReactNode }) {
  return (
    <div ref={measure} className="side">
      {children}
    </div>
  );
}
