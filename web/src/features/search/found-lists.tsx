import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type SearchKind, searchKinds } from '#models/contract/search';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { Placeholder, PostSkeleton, RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import css from './search.module.css';
import { type Counts, countText, type Keepers, useFound } from './search.queries';
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
          {(counts[kind] > ids[kind].length || counts.at_least.includes(kind)) && (
            <Button component={Link} to={searchLink(q, kind)} variant="subtle" size="compact-md">
              {t('all', { n: countText(counts, kind) })}
            </Button>
          )}
        </header>
        <FoundList kind={kind} ids={ids[kind]} shapes={shapes} />
      </section>
    ));
}

interface AllProps {
  q: string;
  kind: SearchKind;
  counts: Counts;
  keepers: Keepers;
  shapes: Shapes;
}

/** The end of what was found: the next page by itself, or, where the last one found nothing, on demand. */
function End({ kind, counts, found }: Pick<AllProps, 'kind' | 'counts'> & { found: ReturnType<typeof useFound> }) {
  const { t } = useTranslation('search');
  const { query, ids, isLastEmpty } = found;
  if (query.hasNextPage && isLastEmpty && !query.isFetchNextPageError)
    return (
      <div className="stack" role="status">
        <p className="small soft">{t(ids.length > 0 ? 'noFurther' : 'noneYet')}</p>
        <Button data-online variant="default" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('older')}
        </Button>
      </div>
    );
  if (!query.hasNextPage && kind === 'people' && counts.at_least.includes('people'))
    return <p className="small soft">{t('onlyFirst', { n: formatNumber(ids.length) })}</p>;
  return (
    <InfiniteScroll query={query}>
      <RowSkeletons />
    </InfiniteScroll>
  );
}

/** Everything of one kind, page by page. */
export function AllOfOne({ q, kind, counts, keepers, shapes }: AllProps) {
  const { t } = useTranslation('search');
  const found = useFound(q, kind, keepers);
  const { query, ids } = found;
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
  if (ids.length === 0 && !query.hasNextPage)
    return (
      <div className="card" role="status">
        <EmptyState seed="nothing found" title={t('none', { text: q })} text={t('noneText')} />
      </div>
    );
  return (
    <div className="stack">
      <FoundList kind={kind} ids={ids} shapes={shapes} hasMore={query.hasNextPage} />
      <End kind={kind} counts={counts} found={found} />
    </div>
  );
}
