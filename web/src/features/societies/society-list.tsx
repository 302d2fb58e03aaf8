import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { Placeholder } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
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

function NoSocieties({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation('societies');
  if (!isFiltered) return <EmptyState title={t('empty')} action={<CreateSociety />} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {t('none.clear')}
    </Button>
  );
  return <EmptyState title={t('none.title')} text={t('none.text')} action={clear} />;
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
  const view = useSocietyList(filter);
  const placeholder = (
    <Placeholder>
      <Skeletons count={6} />
    </Placeholder>
  );
  return (
    <div className="stack" aria-busy={view.query.isPlaceholderData}>
      <AsyncList
        view={view}
        items={view.ids}
        className={css.grid}
        label={t('list')}
        isProgressive
        skeleton={placeholder}
        moreSkeleton={<Skeletons count={2} />}
        failed={t('failedList')}
        empty={<NoSocieties isFiltered={filter.q !== '' || filter.category !== ''} onClear={() => onChange(noFilter)} />}
        woven={inserted ? <li className={css.wide}>{inserted}</li> : undefined}
      >
        {(id) => (
          <li>
            <SocietyCard id={id} />
          </li>
        )}
      </AsyncList>
    </div>
  );
}
