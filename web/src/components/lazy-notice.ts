import { lazyOptional } from '@/lib/lazy-optional';

/** `Notice` for the busiest pages, which seldom show one. */
export const LazyNotice = lazyOptional(async () => ({ default: (await import('./notice')).Notice }));
