import { useTranslation } from 'react-i18next';
import type { Event } from '#models/contract/events';
import { roomOf } from '#models/contract/rooms';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { dateStub, eventTime } from '@/lib/format';
import { useRooms } from '@/lib/live';
import { useUpcoming } from './events.queries';
import css from './upcoming-events.module.css';

function Stub({ date }: { date: string }) {
  const { weekday, day, month } = dateStub(date);
  return (
    <time dateTime={date} className={css.stub}>
      <span>{weekday}</span>
      <b>{day}</b>
      <span>{month}</span>
    </time>
  );
}

function Line({ event }: { event: Event }) {
  const { t } = useTranslation('events');
  const place = event.Is_Online ? t('upcoming.online') : event.Location;
  return (
    <li className={css.line}>
      <Stub date={event.Date} />
      <span className="grow">
        <b className={css.title}>
          <bdi>{event.Title}</bdi>
        </b>
        <span className={`${css.facts} micro dim cut`}>
          {eventTime(event.Time)} · <bdi>{place}</bdi>
        </span>
      </span>
    </li>
  );
}

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
          <Line key={event.ID} event={event} />
        ))}
      </ul>
    </SideCard>
  );
}
