import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardList } from '@/components/card-list';
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
          <CardList
            query={query}
            items={items.slice(0, maxShown)}
            idOf={({ key }) => key}
            skeleton={<RowSkeletons rows={2} />}
            empty={t('attendees.nobody')}
          >
            {(row) => <AttendeeRow eventId={eventId} row={row} />}
          </CardList>
        )}
      </div>
    </SideCard>
  );
}
