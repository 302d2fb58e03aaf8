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
import { countText, type Mergers, type SearchCounts, useResultsOfKind } from './search.queries';
import { searchLink } from './search-link';

/** Component that shows one result of each kind. */
export type ResultComponents = Record<SearchKind, ComponentType<{ id: string }>>;

interface FoundProps {
  kind: SearchKind;
  ids: readonly string[];
  components: ResultComponents;
  hasMore?: boolean;
}

function FoundList({ kind, ids, components, hasMore = false }: FoundProps) {
  const { t } = useTranslation('search');
  const Component = components[kind];
  return (
    <LongList className={`${css.list} ${css[kind] ?? ''}`} aria-label={t(`kind.${kind}`)} items={ids} idOf={(id) => id} hasMore={hasMore}>
      {(id) => (
        <li>
          <Component id={id} />
        </li>
      )}
    </LongList>
  );
}

interface FirstProps {
  q: string;
  ids: Record<SearchKind, string[]>;
  counts: SearchCounts;
  components: ResultComponents;
}

/** First results of each kind under a heading, with a link to all of that kind. */
export function FirstResults({ q, ids, counts, components }: FirstProps) {
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
        <FoundList kind={kind} ids={ids[kind]} components={components} />
      </section>
    ));
}

interface AllProps {
  q: string;
  kind: SearchKind;
  counts: SearchCounts;
  mergers: Mergers;
  components: ResultComponents;
}

/** End of the list: loads the next page by scrolling, or by a button if the last page was empty. */
function ListEnd({ kind, counts, results }: Pick<AllProps, 'kind' | 'counts'> & { results: ReturnType<typeof useResultsOfKind> }) {
  const { t } = useTranslation('search');
  const { query, ids, isLastEmpty } = results;
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

/** All results of one kind, page by page. */
export function ResultsOfKind({ q, kind, counts, mergers, components }: AllProps) {
  const { t } = useTranslation('search');
  const results = useResultsOfKind(q, kind, mergers);
  const { query, ids } = results;
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
      <FoundList kind={kind} ids={ids} components={components} hasMore={query.hasNextPage} />
      <ListEnd kind={kind} counts={counts} results={results} />
    </div>
  );
}
