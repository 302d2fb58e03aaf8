import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { Placeholder } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { ActiveFilters } from './active-filters';
import { EventCard } from './event-card';
import { countActive, type EventFilter, noFilter } from './event-filter';
import css from './event-list.module.css';
import { useEventList } from './events.queries';

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'];

const SkeletonCard = () => (
  <div className={`card ${css.skeleton}`}>
    <Skeleton height={124} radius={0} />
    <div className={css.lines}>
      <Skeleton height={13} width="70%" />
      <Skeleton height={10} width="35%" />
      <Skeleton height={10} width="50%" />
      <Skeleton height={10} width="40%" />
    </div>
    <div className={css.ends}>
      <Skeleton height={24} width={90} radius="xl" />
      <Skeleton height={36} width={84} radius="xl" />
    </div>
  </div>
);

/** Placeholders of event cards. */
const EventSkeletons = ({ count = 6 }: { count?: number }) => (
  <div className={css.grid}>
    {skeletons.slice(0, count).map((key) => (
      <SkeletonCard key={key} />
    ))}
  </div>
);

interface EventListProps {
  filter: EventFilter;
  onChange: (next: Partial<EventFilter>) => void;
}

/** Infinite grid of the events that match the filter. */
export function EventList({ filter, onChange }: EventListProps) {
  const { t } = useTranslation('events');
  const view = useEventList(filter);
  const showAll = countActive(filter) > 0 && (
    <Button variant="default" onClick={() => onChange(noFilter)}>
      {t('list.showAll')}
    </Button>
  );
  return (
    <div className="stack" aria-busy={view.query.isPlaceholderData}>
      <ActiveFilters
        filter={filter}
        found={view.query.data === undefined || view.query.isPlaceholderData ? undefined : view.ids.length}
        hasMore={view.query.hasNextPage}
        onChange={onChange}
      />
      <AsyncList
        view={view}
        items={view.ids}
        className={css.grid}
        label={t('list.label')}
        isProgressive
        skeleton={
          <Placeholder>
            <EventSkeletons />
          </Placeholder>
        }
        moreSkeleton={<EventSkeletons count={2} />}
        failed={t('list.failed')}
        empty={<EmptyState title={t('list.empty')} seed="no-events" action={showAll} />}
      >
        {(id) => (
          <li>
            <EventCard id={id} />
          </li>
        )}
      </AsyncList>
    </div>
  );
}
