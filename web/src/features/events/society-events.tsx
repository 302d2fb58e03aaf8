import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import type { Society } from '#models/contract/societies';
import { AsyncList } from '@/components/async-list';
import { Chips } from '@/components/chips';
import { Counters } from '@/components/counters';
import { DebouncedSearch } from '@/components/debounced-search';
import { Placeholder } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { useRooms } from '@/lib/live';
import { CreateEvent } from './create-event';
import { type SocietyEventFilter, shows, useSocietyEventFilter } from './event-filter';
import { useSocietyEvents } from './events.queries';
import { SocietyEventCard } from './society-event-card';
import css from './society-events.module.css';

const cards = ['a', 'b', 'c'];

const SkeletonCard = () => (
  <div className={`card ${css.skeleton}`}>
    <Skeleton height={124} radius={0} />
    <div className={css.lines}>
      <Skeleton height={13} width="70%" />
      <Skeleton height={10} width="90%" />
      <Skeleton height={10} width="60%" />
      <Skeleton height={10} width="40%" />
      <Skeleton height={10} width="50%" />
    </div>
  </div>
);

const Skeletons = () => (
  <Placeholder>
    <div className={css.list}>
      {cards.map((key) => (
        <SkeletonCard key={key} />
      ))}
    </div>
  </Placeholder>
);

interface BarProps {
  filter: SocietyEventFilter;
  onChange: (next: Partial<SocietyEventFilter>) => void;
}

function FilterBar({ filter, onChange }: BarProps) {
  const { t } = useTranslation('events');
  const options = [
    { value: '' as const, label: t('ofSociety.all') },
    ...shows.map((value) => ({ value, label: t(`ofSociety.${value}Only`) })),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet.
    <form role="search" className={css.bar} aria-label={t('list.filter')} onSubmit={(event) => event.preventDefault()}>
      <DebouncedSearch className={css.search ?? ''} label={t('ofSociety.search')} value={filter.q} onChange={(q) => onChange({ q })} />
      <Chips label={t('ofSociety.show')} options={options} value={filter.show} onChange={(show) => onChange({ show })} wraps />
    </form>
  );
}

/** A society's events that the viewer may see, with counts, search and filter. */
export function SocietyEvents({ society }: { society: Pick<Society, 'ID' | 'Can'> }) {
  useRooms([roomOf('events')]);
  const { t } = useTranslation('events');
  const { filter, change } = useSocietyEventFilter();
  const view = useSocietyEvents(society.ID, filter);
  const { query, ids, counts } = view;
  const isEmpty = query.isSuccess && ids.length === 0;
  const emptyText = t(filter.q ? 'ofSociety.emptySearch' : 'ofSociety.emptyFilter');
  return (
    <div className="stack" aria-busy={query.isPlaceholderData}>
      <Counters
        isFailed={query.isError}
        counters={[
          { label: t('ofSociety.upcoming'), value: counts?.upcoming, tone: 'live' },
          { label: t('ofSociety.completed'), value: counts?.completed, tone: 'muted' },
        ]}
      />
      <div className={css.head}>
        <FilterBar filter={filter} onChange={change} />
        {!isEmpty && <CreateEvent society={society} />}
      </div>
      <AsyncList
        view={view}
        items={ids}
        className={css.list}
        label={t('ofSociety.label')}
        skeleton={<Skeletons />}
        moreSkeleton={<Skeletons />}
        failed={t('list.failed')}
        empty={<EmptyState title={t('ofSociety.empty')} text={emptyText} seed={society.ID} action={<CreateEvent society={society} />} />}
      >
        {(id) => (
          <li>
            <SocietyEventCard id={id} />
          </li>
        )}
      </AsyncList>
    </div>
  );
}
