import { useCallback, useEffect, useRef, useState } from 'react';

/** Whether an element is in the viewport, extended by `margin`. */
export function useInView(margin = '50%'): [ref: (element: Element | null) => void, inView: boolean] {
  const [inView, setInView] = useState(false);
  const observer = useRef<IntersectionObserver | null>(null);
  const ref = useCallback(
    (element: Element | null) => {
      observer.current?.disconnect();
      if (!element) return;
      observer.current = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), { rootMargin: margin });
      observer.current.observe(element);
    },
    [margin],
  );
  useEffect(() => () => observer.current?.disconnect(), []);
  return [ref, inView];
}
