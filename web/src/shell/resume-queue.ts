import { hasQueue, removeQueue } from '@/lib/offline-queue-storage';
import { onSignOut } from '@/lib/session';

onSignOut(removeQueue);

/** What was done offline before a reload is sent, whatever page one is on: in its order, so every kind's feature is needed. */
export async function resumeQueue(): Promise<void> {
  if (!hasQueue()) return;
  await Promise.all([
    import('@/features/posts/toggle-like'),
    import('@/features/posts/write-comment'),
    import('@/features/posts/write-post'),
    import('@/features/events/attendance'),
  ]);
}
