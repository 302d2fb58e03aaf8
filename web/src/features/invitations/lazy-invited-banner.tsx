import { Suspense } from 'react';
import type { Society } from '#models/contract/societies';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const InvitedBanner = lazyOptional(async () => {
  const [banner] = await Promise.all([import('./invited-banner'), loadArea('invitations')]);
  return banner;
});

/** Loads the invitation banner, for signed-in viewers who are not members. */
export function LazyInvitedBanner({ society: { ID, Role } }: { society: Pick<Society, 'ID' | 'Role'> }) {
  const user = useUser();
  if (!user || Role !== null) return null;
  return (
    <Suspense>
      <InvitedBanner societyId={ID} />
    </Suspense>
  );
}
