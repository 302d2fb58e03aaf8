import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { EventGate } from '@/features/attendance/event-gate';
import { OpenDoor, useStoredFacts } from '@/features/attendance/open-door';
import { useEvent } from '@/features/events/events.queries';

/** /events/{id}/check-in */
export default function CheckInPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('check-in');
  const view = useEvent(id);
  const { query, event } = view;
  const storedFacts = useStoredFacts(id, query.error);
  const isOpen = event ? event.Can.checkIn : storedFacts !== null;
  return (
    <div className="page">
      {isOpen ? (
        <OpenDoor key={id} eventId={id} event={event} storedFacts={storedFacts} />
      ) : (
        <EventGate title={t('checkIn.title')} view={view} />
      )}
    </div>
  );
}
