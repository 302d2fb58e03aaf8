import type { Society } from '#models/contract/societies';
import { lazyOptional } from '@/lib/lazy-optional';

const ClaimNotice = lazyOptional(() => import('./claim-notice'));

/** Loads the notice of an absent admin, for members who are not admins. */
export function LazyClaimNotice({ society: { ID, Role } }: { society: Pick<Society, 'ID' | 'Role'> }) {
  return Role === 'member' || Role === 'moderator' ? <ClaimNotice societyId={ID} /> : null;
}
