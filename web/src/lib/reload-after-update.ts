const RELOADED = 'nadi-reloaded';
const RELOAD_AGAIN_AFTER = 60_000;

/**
 * After an update the scripts of the old build are gone: the page is loaded anew, though never in a circle. While the server
 * cannot be reached the page stays, with everything that was typed.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnce());
}

/** Asks the server itself, past everything that the browser keeps. */
export const isServerReached = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store', headers: { accept: 'text/html' } }).then(
    ({ ok }) => ok,
    () => false,
  );

async function reloadOnce(): Promise<void> {
  const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - before < RELOAD_AGAIN_AFTER) return;
  if (!(await isServerReached())) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
}
