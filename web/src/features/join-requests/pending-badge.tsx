import { Suspense } from 'react';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';

const PendingCount = lazyOptional(async () => {
  const [{ PendingCount: badge }] = await Promise.all([import('./pending-count'), loadArea('join-requests')]);
  return { default: badge };
});

/** Number of pending requests for the tab bar; its script loads only for viewers who may see it. */
export function PendingBadge({ societyId }: { societyId: string }) {
  return (
    <Suspense>
      <PendingCount societyId={societyId} />
    </Suspense>
  );
}
