import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { LazyInvitedBanner } from '@/features/invitations/lazy-invited-banner';
import { PendingBadge } from '@/features/join-requests/pending-badge';
import { SocietyFrame } from '@/features/societies/society-frame';
import type { SocietyTab } from '@/features/societies/society-tabs';

interface SocietyPageFrameProps {
  /** The current tab; null on pages without a tab. */
  tab: SocietyTab | null;
  isCompact?: boolean;
  /** Badge of the join requests tab; by default a lazily loaded count. */
  requestsBadge?: ReactNode;
  children: (society: Society) => ReactNode;
}

/** Frame of every page of a society: loads it, and shows its header with tabs above the page's content. */
export function SocietyPageFrame({ requestsBadge, ...frame }: SocietyPageFrameProps) {
  const { id = '' } = useParams();
  return (
    <div className="page">
      <SocietyFrame
        key={id}
        id={id}
        requestsBadge={requestsBadge ?? <PendingBadge societyId={id} />}
        notice={(society) => <LazyInvitedBanner society={society} />}
        {...frame}
      />
    </div>
  );
}
