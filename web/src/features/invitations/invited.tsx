import { Suspense } from 'react';
import type { Society } from '#models/contract/societies';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUser } from '@/lib/session';

const InvitedBanner = lazyOptional(async () => {
  const [banner] = await Promise.all([import('./invited-banner'), loadArea('invitations')]);
  return banner;
});

/** The banner of an invitation, for who is signed in and no member. */
export function Invited({ society: { ID, Role } }: { society: Pick<Society, 'ID' | 'Role'> }) {
  const user = useUser();
  if (!user || Role !== null) return null;
  return (
    <Suspense>
      <InvitedBanner societyId={ID} />
    </Suspense>
  );
}
