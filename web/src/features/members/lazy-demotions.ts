import { lazyOptional } from '@/lib/lazy-optional';

/** Open requests about admins; the script loads only for those who may see them. */
export const Demotions = lazyOptional(() => import('./demotions'));
