import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { SocietyEvents } from '@/features/events/society-events';
import { PendingBadge } from '@/features/join-requests/pending-badge';
import { SocietyFrame } from '@/features/societies/society-frame';
import { ClosedSociety } from '@/features/societies/timeline-parts';

/** /societies/{id}/events */
export default function SocietyEventsPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('societies');
  return (
    <div className="page">
      <SocietyFrame key={id} id={id} tab="events" requestsBadge={<PendingBadge societyId={id} />}>
        {(society) => (
          <>
            <h2 className="vh">{t('events.title')}</h2>
            {society.Can.seeEvents ? <SocietyEvents society={society} /> : <ClosedSociety what="events" />}
          </>
        )}
      </SocietyFrame>
    </div>
  );
}
