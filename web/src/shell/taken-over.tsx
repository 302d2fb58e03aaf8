import { useEffect } from 'react';

/** Tells boot.js, once it is on the screen, that the page can answer: a press that waits for it is done. */
export function TakenOver() {
  useEffect(() => void window.dispatchEvent(new Event('nadi:ready')), []);
  return null;
}
