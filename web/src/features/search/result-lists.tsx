import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type SearchKind, searchKinds } from '#models/contract/search';
import { AsyncCard } from '@/components/async-card';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { Placeholder, PostSkeleton, RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import css from './search.module.css';
import { countText, type ResultKinds, type SearchCounts } from './search.queries';
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
  kinds: ResultKinds;
  components: ResultComponents;
}

type Results = ReturnType<ResultKinds[SearchKind]['useList']>;

/** End of the list: loads the next page by scrolling, or by a button if the last page was empty. */
function ListEnd({ kind, counts, results }: Pick<AllProps, 'kind' | 'counts'> & { results: Results }) {
  const { t } = useTranslation('search');
  const { query, ids } = results;
  const isLastEmpty = query.data?.pages.at(-1)?.ids.length === 0;
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
export function ResultsOfKind({ q, kind, counts, kinds, components }: AllProps) {
  const { t } = useTranslation('search');
  const results = kinds[kind].useList(q);
  const { query, ids } = results;
  const waiting = (
    <Placeholder>
      <PostSkeleton />
    </Placeholder>
  );
  return (
    <AsyncCard query={query} data={ids} skeleton={waiting} failure="card">
      {() =>
        ids.length > 0 || query.hasNextPage ? (
          <div className="stack">
            <FoundList kind={kind} ids={ids} components={components} hasMore={query.hasNextPage} />
            <ListEnd kind={kind} counts={counts} results={results} />
          </div>
        ) : (
          <div className="card" role="status">
            <EmptyState seed="nothing found" title={t('none', { text: q })} text={t('noneText')} />
          </div>
        )
      }
    </AsyncCard>
  );
}
