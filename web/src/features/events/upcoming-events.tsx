import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { eventCreated, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { type Event, getEventsBySociety } from '#models/contract/events';
import { roomOf } from '#models/contract/rooms';
import { societyVisibility } from '#models/contract/society-settings';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { api } from '@/lib/api';
import { dateStub, eventTime } from '@/lib/format';
import { onMessage, useRooms } from '@/lib/live';
import { askAnew } from '@/lib/query';
import css from './upcoming-events.module.css';

const shown = 5;
/** Some of those to come may have been cancelled. */
const asked = 20;

const keyOf = (societyId: string) => ['events', 'society', societyId];

/** What is to come stands first in the society's list, the earliest first. */
const useUpcoming = (societyId: string) =>
  useQuery({
    queryKey: keyOf(societyId),
    queryFn: async ({ signal }) => (await api(getEventsBySociety, { society_id: societyId, limit: asked }, { signal })).data,
    select: (events: Event[]) => events.filter(({ Status }) => Status === 'upcoming').slice(0, shown),
    meta: { failure: false },
  });

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

/** What the society plans has changed, or it has opened or closed its events. */
function useUpcomingLive(societyId: string): void {
  useRooms([roomOf('events')]);
  useEffect(() => {
    const meets = (id: string): void => void (id === societyId && askAnew(keyOf(societyId)));
    const ends = [
      onMessage(eventCreated, ({ Society_ID }) => meets(Society_ID)),
      onMessage(eventUpdated, ({ Society_ID }) => meets(Society_ID)),
      onMessage(eventRemoved, ({ society_id }) => meets(society_id)),
      onMessage(societyVisibility, ({ society_id }) => meets(society_id)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [societyId]);
}

/** What a society plans next. */
export function UpcomingEvents({ societyId }: { societyId: string }) {
  useUpcomingLive(societyId);
  const { t } = useTranslation('events');
  const { data, isPending, isError, refetch } = useUpcoming(societyId);
  return (
    <SideCard title={t('upcoming.title')}>
      {isPending && <RowSkeletons />}
      {isError && !data && <ErrorState onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <div>
          <p className="small">{t('upcoming.empty')}</p>
          <p className="small dim">{t('upcoming.emptyText')}</p>
        </div>
      )}
      <ul className={css.list}>
        {data?.map((event) => (
          <Line key={event.ID} event={event} />
        ))}
      </ul>
    </SideCard>
  );
}
