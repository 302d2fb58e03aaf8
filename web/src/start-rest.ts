import { nextTask } from './lib/after-paint';
import { loadToasts } from './shell/toasts';
import { startPreferences } from './sync/preferences';

/**
 * Starts what the first paint does not need, each part in a task of its own.
 * @param isOffline whether the offline cache has been started already
 */
export function startRest(isOffline: boolean): void {
  const parts = [
    () => !isOffline && import('./sync/offline').then((offline) => offline.startOffline()),
    () =>
      import('./lib/register-service-worker').then(({ precacheBuild: keepPages, registerServiceWorker: startWorker }) =>
        startWorker().then(keepPages),
      ),
    startPreferences,
    () => import('./lib/web-push').then(({ startPush }) => startPush()),
    loadToasts,
    () => import('./shell/needs-connection').then(({ markControls }) => markControls()),
  ];
  for (const part of parts)
    nextTask()
      .then(part)
      .catch(() => {});
}
