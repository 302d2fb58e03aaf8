import { Suspense } from 'react';
import { optional } from '@/lib/optional';

const PendingCount = optional(async () => ({ default: (await import('./pending-count')).PendingCount }));

/** How many requests wait, on a page that is not about them: only those who see it load it. */
export function PendingBadge({ societyId }: { societyId: string }) {
  return (
    <Suspense>
      <PendingCount societyId={societyId} />
    </Suspense>
  );
}
