import type { ToServiceWorker } from '../../sw/messages';

/** Its address stays: the browser looks there for a newer one. */
const script = '/sw.js';

/**
 * Has the service worker at work, which shows what is pushed and opens the app without a network; call it after the first
 * paint. Rejects where the browser knows none or refuses it, as on pages that are not secure.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('This browser knows no service workers');
  await navigator.serviceWorker.register(script);
}

/** Milliseconds after the worker is ready: what the first page loads by itself goes first. */
const partsAfter = 3000;

/** What browsers that know the kind of connection say of it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether to load nothing beyond what is looked at: data is to be saved, or the connection is slow. */
function isSparing(): boolean {
  const { saveData = false, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData || /2g$/.test(effectiveType);
}

/**
 * Has the worker keep the rest of the build in the background, so that every page opens offline; again whenever the network
 * is back. Where data is to be saved, only what was opened is kept.
 */
export function precacheBuild(): void {
  const ask = async (): Promise<void> => {
    if (isSparing()) return;
    const message: ToServiceWorker = { kind: 'keep-parts' };
    (await navigator.serviceWorker.ready).active?.postMessage(message);
  };
  const askSoon = (): void => void setTimeout(() => void ask(), partsAfter);
  void navigator.serviceWorker.ready.then(askSoon);
  window.addEventListener('online', askSoon);
}
