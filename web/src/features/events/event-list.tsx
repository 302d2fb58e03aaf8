import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { Placeholder } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { useProgressiveList } from '@/components/use-progressive-list';
import { EventCard } from './event-card';
import { countActive, type EventFilter, noFilter } from './event-filter';
import css from './event-list.module.css';
import { useEventList } from './event-list.queries';

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

function NoEvents({ filter, onChange }: EventListProps) {
  const { t } = useTranslation('events');
  return (
    <div className="card">
      <EmptyState
        title={t('list.empty')}
        seed="no-events"
        action={
          countActive(filter) > 0 && (
            <Button variant="default" onClick={() => onChange(noFilter)}>
              {t('list.showAll')}
            </Button>
          )
        }
      />
    </div>
  );
}

/** Infinite grid of the events that match the filter. */
export function EventList({ filter, onChange }: EventListProps) {
  const { t } = useTranslation('events');
  const { query, ids } = useEventList(filter);
  const { isComing, drawn, isWhole, hasMore, mark } = useProgressiveList(ids, query);
  if (isComing)
    return (
      <Placeholder>
        <EventSkeletons />
      </Placeholder>
    );
  if (query.isError && ids.length === 0)
    return (
      <div className="card">
        <ErrorState title={t('list.failed')} onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <div className={`stack ${mark}`} aria-busy={query.isPlaceholderData}>
      {ids.length === 0 && <NoEvents filter={filter} onChange={onChange} />}
      <LongList
        className={css.grid}
        aria-label={t('list.label')}
        isOld={query.isPlaceholderData}
        items={drawn}
        idOf={(id) => id}
        hasMore={hasMore}
      >
        {(id) => (
          <li>
            <EventCard id={id} />
          </li>
        )}
      </LongList>
      {isWhole && (
        <InfiniteScroll query={query}>
          <EventSkeletons count={2} />
        </InfiniteScroll>
      )}
    </div>
  );
}
