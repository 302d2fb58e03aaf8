import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Notice } from '@/components/notice';
import { JoinRequests } from '@/features/join-requests/join-requests';
import { PendingCount } from '@/features/join-requests/pending-count';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/join-requests */
export default function JoinRequestsPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('join-requests');
  return (
    <SocietyPageFrame tab="join-requests" isCompact requestsBadge={<PendingCount societyId={id} />}>
      {(society) => (
        <>
          <h2 className="vh">{t('title')}</h2>
          {society.Can.manageRequests ? (
            <JoinRequests societyId={id} question={society.Question} replyHours={society.Median_Reply_Hours} />
          ) : (
            <Notice
              kind="closed"
              title={t('forbidden.title')}
              text={t('forbidden.text')}
              to={`/societies/${id}`}
              action={t('forbidden.action')}
            />
          )}
        </>
      )}
    </SocietyPageFrame>
  );
}
