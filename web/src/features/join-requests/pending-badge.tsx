import { Suspense } from 'react';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';

const PendingCount = lazyOptional(async () => {
  const [{ PendingCount: badge }] = await Promise.all([import('./pending-count'), loadArea('join-requests')]);
  return { default: badge };
});

/** How many requests wait, on a page that is not about them: only those who see it load it. */
export function PendingBadge({ societyId }: { societyId: string }) {
  return (
    <Suspense>
      <PendingCount societyId={societyId} />
    </Suspense>
  );
}
