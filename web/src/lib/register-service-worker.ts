import type { ToServiceWorker } from '../../sw/messages';

/** Fixed address: the browser checks it for updates. */
const script = '/sw.js';

/**
 * Registers the service worker, which shows pushes and opens the app offline. Call it after the first paint. Rejects if the
 * browser does not support or refuses it, as on insecure pages.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('Service workers are not supported');
  await navigator.serviceWorker.register(script);
}

/** Milliseconds to wait after the worker is ready, so the first page's own requests go first. */
const partsAfter = 3000;

/** The Network Information API, where the browser has it. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether to save data: the user asks for it, or the connection is slow. */
function isSparing(): boolean {
  const { saveData = false, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData || /2g$/.test(effectiveType);
}

/**
 * Lets the worker precache the rest of the build in the background, so every page opens offline; again whenever the network is
 * back. When saving data, only opened pages are cached.
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
