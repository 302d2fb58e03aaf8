import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Forbidden } from '@/features/join-requests/forbidden';
import { JoinRequests } from '@/features/join-requests/join-requests';
import { PendingCount } from '@/features/join-requests/pending-count';
import { SocietyFrame } from '@/features/societies/society-frame';

/** /societies/{id}/join-requests */
export default function JoinRequestsPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('join-requests');
  return (
    <div className="page">
      <SocietyFrame key={id} id={id} tab="join-requests" isCompact requestsBadge={<PendingCount societyId={id} />}>
        {(society) => (
          <>
            <h2 className="vh">{t('title')}</h2>
            {society.Can.manageRequests ? <JoinRequests societyId={id} /> : <Forbidden societyId={id} />}
          </>
        )}
      </SocietyFrame>
    </div>
  );
}
