/** Its address stays: the browser looks there for a newer one. */
const script = '/sw.js';

/**
 * Has the service worker at work, which shows what is pushed and opens the app without a network; call it after the first
 * paint. Rejects where the browser knows none or refuses it, as on pages that are not secure.
 */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('This browser knows no service workers');
  await navigator.serviceWorker.register(script);
}
