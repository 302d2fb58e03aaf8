import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { useRooms } from '@/lib/live';
import { EventLine } from './event-line';
import { useUpcoming } from './events.queries';
import css from './upcoming-events.module.css';

const rooms = [roomOf('events')];

/** What a society plans next. */
export function UpcomingEvents({ societyId }: { societyId: string }) {
  useRooms(rooms);
  const { t } = useTranslation('events');
  const { query, items } = useUpcoming(societyId);
  return (
    <SideCard title={t('upcoming.title')}>
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && <ErrorState onRetry={() => void query.refetch()} />}
      {query.data && items.length === 0 && (
        <div>
          <p className="small">{t('upcoming.empty')}</p>
          <p className="small dim">{t('upcoming.emptyText')}</p>
        </div>
      )}
      <ul className={css.list}>
        {items.map((event) => (
          <li key={event.ID}>
            <EventLine event={event} />
          </li>
        ))}
      </ul>
    </SideCard>
  );
}
