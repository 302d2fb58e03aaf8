import { lazyOptional } from '@/lib/lazy-optional';

/** Number of pending requests for the tab bar; its script loads only for viewers who may see it. */
export const PendingBadge = lazyOptional(async () => ({ default: (await import('./pending-count')).PendingCount }), {
  areas: ['join-requests'],
});
