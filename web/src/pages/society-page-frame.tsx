import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Society } from '#models/contract/societies';
import { LazyNotice } from '@/components/lazy-notice';
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
  /** Heading for screen readers, where the content has none. */
  title?: string;
  /** The right without which the page is closed, and the texts of the notice that is shown then. */
  needs?: { right: keyof Society['Can']; title: string; text: string; action: string };
  children: (society: Society) => ReactNode;
}

/** Frame of every page of a society: loads it, and shows its header with tabs above the page's content. */
export function SocietyPageFrame({ requestsBadge, title, needs, children, ...frame }: SocietyPageFrameProps) {
  const { id = '' } = useParams();
  const contentOf = (society: Society) => {
    if (!needs || society.Can[needs.right]) return children(society);
    const { right: _right, ...texts } = needs;
    return <LazyNotice kind="closed" {...texts} to={`/societies/${id}`} />;
  };
  return (
    <div className="page">
      <SocietyFrame
        key={id}
        id={id}
        requestsBadge={requestsBadge ?? <PendingBadge societyId={id} />}
        notice={(society) => <LazyInvitedBanner society={society} />}
        {...frame}
      >
        {(society) => (
          <>
            {title && <h2 className="vh">{title}</h2>}
            {contentOf(society)}
          </>
        )}
      </SocietyFrame>
    </div>
  );
}
