import type { Society } from '#models/contract/societies';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const InvitedBanner = lazyOptional(() => import('./invited-banner'), { areas: ['invitations'] });

/** Loads the invitation banner, for signed-in viewers who are not members. */
export function LazyInvitedBanner({ society: { ID, Role } }: { society: Pick<Society, 'ID' | 'Role'> }) {
  const user = useUser();
  return user && Role === null ? <InvitedBanner societyId={ID} /> : null;
}
