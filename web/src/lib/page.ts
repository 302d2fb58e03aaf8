import { type ComponentType, lazy } from 'react';
import { loadArea } from './i18n';

const LATEST = 120_000;
const RELOADED = 'nadi-reloaded';
const RELOAD_AGAIN_AFTER = 60_000;

const tooLate = (): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new Error('The page did not come in time')), LATEST));

/** A page's script and its texts, loaded side by side when the page is first opened. */
export const page = (load: () => Promise<{ default: ComponentType }>, ...texts: string[]) =>
  lazy(async () => {
    const [script] = await Promise.race([Promise.all([load(), loadArea(...texts)]), tooLate()]);
    return script;
  });

/**
 * After an update the scripts of the old build are gone: the page is loaded anew, though never in a circle. While the server
 * cannot be reached the page stays, with everything that was typed.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnce());
}

async function reloadOnce(): Promise<void> {
  const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - before < RELOAD_AGAIN_AFTER) return;
  const isReached = await fetch('/', { method: 'HEAD', cache: 'no-store', headers: { accept: 'text/html' } }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReached) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
}
