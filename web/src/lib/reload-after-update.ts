const RELOADED = 'nadi-reloaded';
const RELOAD_AGAIN_AFTER = 60_000;

/**
 * Reloads the page when a script of its build is gone after an update, but never in a loop. While the server is unreachable the
 * page stays, with everything typed.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', () => void reloadOnce());
}

/** Whether the server answers; bypasses every cache of the browser. */
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
