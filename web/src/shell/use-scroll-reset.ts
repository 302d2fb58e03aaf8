import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scrolls a new page to its top, or to the element of its hash; going back leaves scrolling to the browser. */
export function useScrollReset(): void {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    // Use the path, so that the effect runs for another page too.
    if (type === 'POP' || !pathname) return;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) target.scrollIntoView({ block: 'start' });
    else window.scrollTo(0, 0);
  }, [pathname, hash, type]);
}
