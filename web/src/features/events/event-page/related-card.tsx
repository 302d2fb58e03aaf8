import { useTranslation } from 'react-i18next';
import { useEventCategoryName } from '@/components/event-names';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import { eventDate, eventTime } from '@/lib/format';
import { EventLineFrame } from '../event-line';
import { useStageText } from '../event-status';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';
import { useRelated } from './use-related';

function RelatedEvent({ event }: { event: ShownEvent }) {
  const { ID, Title, Date: date, Time, Category } = event;
  const stageText = useStageText(event);
  const { t } = useTranslation('event');
  const categoryName = useEventCategoryName();
  return (
    <li>
      <EventLineFrame id={ID} date={date} title={Title || t('noTitle')}>
        {event.Phase === 'now' && `${stageText} · `}
        {eventDate(date)} · {eventTime(Time)} · <bdi>{categoryName(Category)}</bdi>
      </EventLineFrame>
    </li>
  );
}

/** Card of related events. */
export function RelatedCard({ id }: { id: string }) {
  const { t } = useTranslation('event');
  const { query, items } = useRelated(id);
  return (
    <SideCard title={t('related.title')}>
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && <ErrorLine onRetry={() => void query.refetch()} />}
      {query.data && items.length === 0 && <p className="small dim">{t('related.empty')}</p>}
      {items.length > 0 && (
        <ul className={css.lines}>
          {items.map((event) => (
            <RelatedEvent key={event.ID} event={event} />
          ))}
        </ul>
      )}
    </SideCard>
  );
}
