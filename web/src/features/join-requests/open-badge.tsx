import { lazyOptional } from '@/lib/lazy-optional';

/** Number of open requests for the menu; its script loads only for people who run a society. */
export const OpenBadge = lazyOptional(async () => ({ default: (await import('./open-count')).OpenCount }), {
  areas: ['join-requests'],
});
