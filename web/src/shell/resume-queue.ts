import { onReachable } from '@/lib/reachability';
import { onSignOut } from '@/lib/session';
import { hasQueue, removeQueue } from '@/sync/offline-queue-storage';

onSignOut(removeQueue);

const loadFeatures = async (): Promise<unknown> => (await import('./queue-features')).loadQueueFeatures();

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
