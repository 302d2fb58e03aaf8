import { notifyManager } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { afterPaint } from '@/lib/after-paint';
import { useConnection } from '@/lib/connection';
import { queryClient } from '@/lib/query';
import { isUnreachableError } from '@/lib/reachability';
import { useSession } from '@/lib/session';

/** Longest wait of the first paint for cached data (milliseconds). */
const maxWait = 1000;
const cache = queryClient.getQueryCache();

/** Restores the offline cache; the script is precached if the app was opened before. */
const restoreCache = (): Promise<unknown> =>
  import('./offline-restore').then(
    (restore) => restore.restoreOfflineCache(),
    () => {},
  );

const hasFailed = (): boolean =>
  useSession.getState().unreached || cache.getAll().some(({ state }) => isUnreachableError(state.fetchFailureReason ?? state.error));

/** Caches everything seen and restores it while the server is out of reach. Resolves when the first paint may happen. */
export async function startOffline(): Promise<void> {
  cache.subscribe((event) => {
    if (event.type !== 'updated' || useConnection.getState().state === 'online') return;
    const { action } = event;
    if ((action.type === 'failed' || action.type === 'error') && isUnreachableError(action.error)) void restoreCache();
  });
  useSession.subscribe(({ unreached }, before) => {
    if (unreached && !before.unreached) void restoreCache();
  });
  useConnection.subscribe(({ state }, before) => {
    if (state === 'offline' && before.state !== state) void restoreCache();
  });
  afterPaint(() => void import('./offline-start').then(({ startCaching }) => startCaching()).catch(() => {}));
  if (useConnection.getState().state === 'offline' || hasFailed())
    await Promise.race([restoreCache(), new Promise((resolve) => setTimeout(resolve, maxWait))]);
}

/** Queries that were on the screen, and so current, until the connection was lost. */
let liveQueries = new WeakSet<object>();
useConnection.subscribe(({ state }, before) => {
  if (state !== 'offline' || before.state !== 'online') return;
  liveQueries = new WeakSet(cache.getAll().filter((query) => query.isActive() && query.state.data !== undefined));
});

/** Time at which the oldest answer on the screen was last current (milliseconds); null if nothing is shown. */
function shownAsOf(): number | null {
  const { asOf } = useConnection.getState();
  const shown = cache.getAll().filter((query) => query.isActive() && query.state.data !== undefined);
  const times = shown.map((query) => (liveQueries.has(query) ? Math.max(asOf, query.state.dataUpdatedAt) : query.state.dataUpdatedAt));
  return times.length > 0 ? Math.min(...times) : null;
}

/** `shownAsOf` as a hook. */
export function useShownAsOf(): number | null {
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), []);
  return useSyncExternalStore(subscribe, shownAsOf);
}
