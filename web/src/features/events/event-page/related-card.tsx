import { useTranslation } from 'react-i18next';
import { CardList } from '@/components/card-list';
import { useEventCategoryName } from '@/components/event-names';
import { SideCard } from '@/components/side-card';
import { eventDate, eventTime } from '@/lib/format';
import { EventLineFrame } from '../event-line';
import { useStageText } from '../event-status';
import { useRelated } from '../events.queries';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

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
      <CardList query={query} items={items} className={css.lines} empty={t('related.empty')}>
        {(event) => <RelatedEvent event={event} />}
      </CardList>
    </SideCard>
  );
}
