import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { DoorScreen } from '@/features/attendance/door-screen';
import { EventGate } from '@/features/attendance/event-gate';
import { useEvent } from '@/features/events/events.queries';

/** /events/{id}/door */
export default function DoorScreenPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('check-in');
  const view = useEvent(id);
  const { event } = view;
  if (event?.Can.checkIn && event.Status !== 'cancelled') return <DoorScreen key={id} event={event} />;
  return (
    <main className="page">
      <EventGate title={t('screen.title')} view={view} />
    </main>
  );
}
