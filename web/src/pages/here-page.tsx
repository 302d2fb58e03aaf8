import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { PageHead } from '@/components/page-head';
import { EventLine } from '@/features/attendance/event-line';
import { pressHere } from '@/features/attendance/here';
import { HereForm } from '@/features/attendance/here-form';
import { useEvent } from '@/features/events/events.queries';

/** Takes the door code out of the address, so that it is in no history, and checks in by it. */
function usePressOfAddress(event: string): void {
  const [search, setSearch] = useSearchParams();
  const code = search.get('code');
  useEffect(() => {
    if (code === null) return;
    setSearch({}, { replace: true });
    void pressHere(event, code);
  }, [event, code, setSearch]);
}

/** /events/{id}/here */
export default function HerePage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('check-in');
  const { event } = useEvent(id);
  usePressOfAddress(id);
  return (
    <div className="page stack">
      <PageHead
        title={t('here.title')}
        lead={event && <EventLine eventId={id} title={event.Title} date={event.Date} time={event.Time} />}
      />
      <section className="card" aria-label={t('here.title')}>
        <HereForm eventId={id} />
      </section>
      <p>
        <Link to={`/events/${id}`} className="link tap">
          {t('forbidden.action')}
        </Link>
      </p>
    </div>
  );
}
