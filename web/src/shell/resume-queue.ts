import { onSignOut } from '@/lib/session';
import { hasQueue, removeQueue } from '@/sync/offline-queue-storage';

onSignOut(removeQueue);

/** Sends actions queued before a reload, on any page. Loads the feature of every kind, since the queue is sent in order. */
export async function resumeQueue(): Promise<void> {
  if (!hasQueue()) return;
  await Promise.all([
    import('@/features/posts/toggle-like'),
    import('@/features/posts/write-comment'),
    import('@/features/posts/write-post'),
    import('@/features/events/attendance'),
    import('@/features/events/series-attendance'),
    import('@/features/attendance/doors'),
  ]);
}
