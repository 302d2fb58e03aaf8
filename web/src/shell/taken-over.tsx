import { useEffect } from 'react';
import { afterPaint } from '@/lib/after-paint';
import { partsLoaded } from '@/lib/lazy-optional';

/** Tells boot.js that the page can answer, once all its parts are taken over: a press that waits for it is done. */
export function TakenOver() {
  useEffect(() => {
    // Parts are asked for after the page's own script has run, and taken over when the browser is idle.
    afterPaint(() => void partsLoaded().then(() => window.dispatchEvent(new Event('nadi:ready'))));
  }, []);
  return null;
}
