import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { JoinRequests } from '@/features/join-requests/join-requests';
import { PendingCount } from '@/features/join-requests/pending-count';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/join-requests */
export default function JoinRequestsPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('join-requests');
  const texts = { title: t('forbidden.title'), text: t('forbidden.text'), action: t('forbidden.action') };
  return (
    <SocietyPageFrame
      tab="join-requests"
      isCompact
      requestsBadge={<PendingCount societyId={id} />}
      title={t('title')}
      needs={{ right: 'manageRequests', ...texts }}
    >
      {({ Question, Median_Reply_Hours }) => <JoinRequests societyId={id} question={Question} replyHours={Median_Reply_Hours} />}
    </SocietyPageFrame>
  );
}
