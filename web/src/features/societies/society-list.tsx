import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { Placeholder } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { useProgressiveList } from '@/components/use-progressive-list';
import { CreateSociety } from './create-society';
import { type DiscoveryFilter, noFilter } from './discovery-filter';
import { useSocietyList } from './societies.queries';
import { SocietyCard } from './society-card';
import css from './society-list.module.css';

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'];

function SkeletonCard() {
  return (
    <div className={`card ${css.skeleton}`}>
      <Skeleton height={100} radius={0} />
      <div className={css.lines}>
        <Skeleton height={12} width="55%" />
        <Skeleton height={10} />
        <Skeleton height={10} width="80%" />
        <Skeleton height={9} width={90} />
      </div>
    </div>
  );
}

const Skeletons = ({ count }: { count: number }) => (
  <div className={css.grid}>
    {skeletons.slice(0, count).map((key) => (
      <SkeletonCard key={key} />
    ))}
  </div>
);

function NoSocieties({ isFiltered, onUserChange }: { isFiltered: boolean; onUserChange: () => void }) {
  const { t } = useTranslation('societies');
  return (
    <div className="card">
      {isFiltered ? (
        <EmptyState
          title={t('none.title')}
          text={t('none.text')}
          action={
            <Button variant="default" onClick={onUserChange}>
              {t('none.clear')}
            </Button>
          }
        />
      ) : (
        <EmptyState title={t('empty')} action={<CreateSociety />} />
      )}
    </div>
  );
}

interface SocietyListProps {
  filter: DiscoveryFilter;
  onChange: (next: DiscoveryFilter) => void;
  /** Inserted after the first six cards, or at the end. */
  inserted?: ReactNode;
}

/** List of matching societies with infinite scroll. */
export function SocietyList({ filter, onChange, inserted }: SocietyListProps) {
  const { t } = useTranslation('societies');
  const { query, ids } = useSocietyList(filter);
  const { isComing, drawn, isWhole, hasMore, mark } = useProgressiveList(ids, query);
  if (isComing)
    return (
      <Placeholder>
        <Skeletons count={6} />
      </Placeholder>
    );
  if (query.isError && ids.length === 0)
    return (
      <div className="card">
        <ErrorState title={t('failedList')} onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <div className={`stack ${mark}`} aria-busy={query.isPlaceholderData}>
      {ids.length === 0 && <NoSocieties isFiltered={filter.q !== '' || filter.category !== ''} onUserChange={() => onChange(noFilter)} />}
      <LongList
        className={css.grid}
        aria-label={t('list')}
        isOld={query.isPlaceholderData}
        items={drawn}
        idOf={(id) => id}
        hasMore={hasMore}
        woven={inserted ? <li className={css.wide}>{inserted}</li> : undefined}
      >
        {(id) => (
          <li>
            <SocietyCard id={id} />
          </li>
        )}
      </LongList>
      {isWhole && (
        <InfiniteScroll query={query}>
          <Skeletons count={2} />
        </InfiniteScroll>
      )}
    </div>
  );
}
