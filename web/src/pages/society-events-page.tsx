import { useTranslation } from 'react-i18next';
import { SocietyEvents } from '@/features/events/society-events';
import { ClosedSociety } from '@/features/societies/timeline-parts';
import { SocietyPageFrame } from './society-page-frame';

/** /societies/{id}/events */
export default function SocietyEventsPage() {
  const { t } = useTranslation('societies');
  return (
    <SocietyPageFrame tab="events">
      {(society) => (
        <>
          <h2 className="vh">{t('events.title')}</h2>
          {society.Can.seeEvents ? <SocietyEvents society={society} /> : <ClosedSociety what="events" />}
        </>
      )}
    </SocietyPageFrame>
  );
}
