import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { Invited } from '@/features/invitations/invited';
import { PendingBadge } from '@/features/join-requests/pending-badge';
import { SocietyFrame } from '@/features/societies/society-frame';
import type { SocietyTab } from '@/features/societies/society-tabs';

interface SocietyPageFrameProps {
  /** The tab that is shown as chosen; null on pages that are none. */
  tab: SocietyTab | null;
  isCompact?: boolean;
  /** Beside the tab of the join requests, where that is not loaded later. */
  requestsBadge?: ReactNode;
  children: (society: Society) => ReactNode;
}

/** Every page of a society: the society of the address, its header with the tabs, and below it what the page is about. */
export function SocietyPageFrame({ requestsBadge, ...frame }: SocietyPageFrameProps) {
  const { id = '' } = useParams();
  return (
    <div className="page">
      <SocietyFrame
        key={id}
        id={id}
        requestsBadge={requestsBadge ?? <PendingBadge societyId={id} />}
        notice={(society) => <Invited society={society} />}
        {...frame}
      />
    </div>
  );
}
