import { useSyncExternalStore } from 'react';
import { renderedView } from './rendered-view';

const wide = '(min-width: 64em)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the viewport has room for the side column. While a rendered page is taken over, whether the gateway thought so. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => renderedView()?.isWide ?? false,
  );
