import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type SearchKind, searchKinds } from '#models/contract/search';
import { Further } from '@/components/further';
import { LongList } from '@/components/long-list';
import { Placeholder, PostSkeleton, RowSkeletons } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import css from './search.module.css';
import { type Counts, type Keepers, useFound } from './search.queries';
import { searchLink } from './search-link';

/** How one found thing of each kind is shown. */
export type Shapes = Record<SearchKind, ComponentType<{ id: string }>>;

interface FoundProps {
  kind: SearchKind;
  ids: readonly string[];
  shapes: Shapes;
  hasMore?: boolean;
}

function FoundList({ kind, ids, shapes, hasMore = false }: FoundProps) {
  const { t } = useTranslation('search');
  const Shape = shapes[kind];
  return (
    <LongList className={`${css.list} ${css[kind] ?? ''}`} aria-label={t(`kind.${kind}`)} items={ids} idOf={(id) => id} hasMore={hasMore}>
      {(id) => (
        <li>
          <Shape id={id} />
        </li>
      )}
    </LongList>
  );
}

interface FirstProps {
  q: string;
  ids: Record<SearchKind, string[]>;
  counts: Counts;
  shapes: Shapes;
}

/** The first of each kind, under a heading, with the way to the rest. */
export function FirstOfEach({ q, ids, counts, shapes }: FirstProps) {
  const { t } = useTranslation('search');
  return searchKinds
    .filter((kind) => ids[kind].length > 0)
    .map((kind) => (
      <section key={kind} className="stack" aria-label={t(`kind.${kind}`)}>
        <header className={css.head}>
          <h2 className="h2">{t(`kind.${kind}`)}</h2>
          {counts[kind] > ids[kind].length && (
            <Button component={Link} to={searchLink(q, kind)} variant="subtle" size="compact-md">
              {t('all', { n: formatNumber(counts[kind]) })}
            </Button>
          )}
        </header>
        <FoundList kind={kind} ids={ids[kind]} shapes={shapes} />
      </section>
    ));
}

/** Everything of one kind, page by page. */
export function AllOfOne({ q, kind, keepers, shapes }: { q: string; kind: SearchKind; keepers: Keepers; shapes: Shapes }) {
  const { query, ids } = useFound(q, kind, keepers);
  if (query.isPending)
    return (
      <Placeholder>
        <PostSkeleton />
      </Placeholder>
    );
  if (query.isError && ids.length === 0)
    return (
      <div className="card">
        <ErrorState onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <div className="stack">
      <FoundList kind={kind} ids={ids} shapes={shapes} hasMore={query.hasNextPage} />
      <Further query={query}>
        <RowSkeletons />
      </Further>
    </div>
  );
}
