import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncCard } from '@/components/async-card';
import { DebouncedSearch } from '@/components/debounced-search';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { AttendeeRow } from './attendee-row';
import { useAttendees } from './attendees.store';
import css from './door.module.css';

const maxShown = 6;

/** Search by name, to check in attendees without a ticket. */
export function FindByName({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  const [q, setQ] = useState('');
  const { query, items } = useAttendees(eventId, 'attending', q, q !== '');
  return (
    <SideCard title={t('checkIn.byName')}>
      <div className={css.find}>
        <DebouncedSearch label={t('attendees.search')} value={q} onChange={setQ} />
        {q && (
          <AsyncCard query={query} data={items} skeleton={<RowSkeletons rows={2} />}>
            {(found) =>
              found.length === 0 ? (
                <p className="small soft">{t('attendees.nobody')}</p>
              ) : (
                <ul>
                  {found.slice(0, maxShown).map((row) => (
                    <AttendeeRow key={row.key} eventId={eventId} row={row} />
                  ))}
                </ul>
              )
            }
          </AsyncCard>
        )}
      </div>
    </SideCard>
  );
}
