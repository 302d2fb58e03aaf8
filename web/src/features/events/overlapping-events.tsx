import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InputOf } from '#models/contract/define';
import type { getOverlappingEvents } from '#models/contract/event-overlaps';
import { eventDate, eventTime, formatNumber } from '@/lib/format';
import type { ShownEvent } from './events.store';
import { overlappingList } from './overlapping.store';
import css from './overlapping-events.module.css';

/** Line of one event; opens beside the form. */
function Line({ event, isOwn }: { event: ShownEvent; isOwn: boolean }) {
  const { t } = useTranslation('event-form');
  const { ID, Title, Date: date, Time, Society_Name } = event;
  return (
    <li className="small">
      <Link to={`/events/${ID}`} target="_blank" rel="noopener" className="link tap">
        <bdi>{Title}</bdi>
      </Link>{' '}
      <span className="dim">
        {eventDate(date)} · {eventTime(Time)} · {isOwn ? t('overlaps.own') : <bdi>{Society_Name}</bdi>}
      </span>
    </li>
  );
}

/** Hint of what else is on at a planned time; nothing until it is loaded, or if it cannot be. */
export function OverlappingEvents({ plan }: { plan: InputOf<typeof getOverlappingEvents> }) {
  const { t } = useTranslation('event-form');
  const { query, items, counts } = overlappingList.useItems(plan);
  if (query.data === undefined) return null;
  const more = counts ? Math.max(0, counts.events - items.length) : 0;
  return (
    <section className={css.box} aria-label={t('overlaps.title')}>
      {items.length === 0 ? (
        <p className="small dim">{t('overlaps.none')}</p>
      ) : (
        <>
          <p className="small">
            <b>{t('overlaps.title')}</b>
          </p>
          <ul className={css.lines}>
            {items.map((event) => (
              <Line key={event.ID} event={event} isOwn={event.Society_ID === plan.society_id} />
            ))}
          </ul>
          {more > 0 && <p className="small dim">{t('overlaps.more', { count: more, n: formatNumber(more) })}</p>}
        </>
      )}
    </section>
  );
}
