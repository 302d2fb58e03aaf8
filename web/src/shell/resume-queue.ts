import { onReachable } from '@/lib/reachability';
import { onSignOut } from '@/lib/session';
import { hasQueue, removeQueue } from '@/sync/offline-queue-storage';

onSignOut(removeQueue);

const loadFeatures = (): Promise<unknown> =>
  Promise.all([
    import('@/features/posts/toggle-like'),
    import('@/features/posts/write-comment'),
    import('@/features/posts/write-post'),
    import('@/features/events/attendance'),
    import('@/features/events/series-attendance'),
    import('@/features/attendance/doors'),
    import('@/features/attendance/here'),
  ]);

/**
 * Sends actions queued before a reload, on any page. Loads the feature of every kind, since the queue is sent in order: later, if the
 * network went before their scripts were precached.
 */
export async function resumeQueue(): Promise<void> {
  if (!hasQueue()) return;
  try {
    await loadFeatures();
  } catch {
    const stop = onReachable(() => void loadFeatures().then(stop, () => {}));
  }
}
