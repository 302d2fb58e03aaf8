import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type SearchKind, searchKinds } from '#models/contract/search';
import { AsyncCard } from '@/components/async-card';
import { DebouncedSearch } from '@/components/debounced-search';
import { PageHead } from '@/components/page-head';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { Tabs } from '@/components/tabs';
import { FirstResults, type ResultComponents, ResultsOfKind } from './result-lists';
import css from './search.module.css';
import { countText, type ResultKinds, type SearchCounts, useFirstResults } from './search.queries';
import { searchLink } from './search-link';
import { useSearchQuery } from './use-search-query';

interface SearchProps {
  kinds: ResultKinds;
  components: ResultComponents;
}

function KindTabs({ q, kind, counts }: { q: string; kind: SearchKind | undefined; counts: SearchCounts }) {
  const { t } = useTranslation('search');
  const tabs = [undefined, ...searchKinds].map((each) => ({
    to: searchLink(q, each),
    label: t(`kind.${each ?? 'all'}`),
    badge: each && counts[each] > 0 ? <span className="micro dim">{countText(counts, each)}</span> : undefined,
  }));
  return <Tabs label={t('kinds')} tabs={tabs} active={searchLink(q, kind)} />;
}

/** Empty state, with a link to search older posts if not all posts were searched. */
function NoResults({ q, counts }: { q: string; counts: SearchCounts }) {
  const { t } = useTranslation('search');
  const older = counts.at_least.includes('posts') && (
    <Button component={Link} to={searchLink(q, 'posts')} variant="default">
      {t('older')}
    </Button>
  );
  return (
    <div className="card" role="status">
      <EmptyState seed="nothing found" title={t('none', { text: q })} text={t('noneText')} action={older} />
    </div>
  );
}

interface ResultsProps extends SearchProps {
  q: string;
  kind: SearchKind | undefined;
}

const waiting = (
  <Placeholder>
    <PostSkeleton />
    <PostSkeleton />
  </Placeholder>
);

function Results({ q, kind, kinds, components }: ResultsProps) {
  const query = useFirstResults(q, kinds);
  return (
    <AsyncCard query={query} data={query.data} skeleton={waiting} failure="card">
      {({ q: searched, ids, counts }) => {
        const hasAny = searchKinds.some((each) => counts[each] > 0);
        const isListed = kind !== undefined && (counts[kind] > 0 || counts.at_least.includes(kind));
        return (
          <div className={css.results} aria-busy={query.isPlaceholderData}>
            {(hasAny || isListed) && <KindTabs q={q} kind={kind} counts={counts} />}
            {isListed && <ResultsOfKind key={q + kind} q={q} kind={kind} counts={counts} kinds={kinds} components={components} />}
            {!isListed && hasAny && !kind && <FirstResults q={q} ids={ids} counts={counts} components={components} />}
            {!isListed && (kind || !hasAny) && <NoResults q={searched} counts={counts} />}
          </div>
        );
      }}
    </AsyncCard>
  );
}

/** Focuses the field when the page opens without a text. */
function useFocusWithoutText(hasText: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasEmpty = useRef(!hasText);
  useEffect(() => {
    if (wasEmpty.current) form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return form;
}

/** Search page: field, tabs by kind, and each result as its usual card. */
export function Search({ kinds, components }: SearchProps) {
  const { t } = useTranslation('search');
  const { q, kind, setText } = useSearchQuery();
  const form = useFocusWithoutText(q !== '');
  return (
    <div className="stack">
      <PageHead title={q ? t('found', { text: `\u2068${q}\u2069` }) : t('title')} />
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet. */}
      <form ref={form} role="search" aria-label={t('field')} className={css.form} onSubmit={(event) => event.preventDefault()}>
        <DebouncedSearch label={t('field')} placeholder={t('field')} value={q} onChange={setText} />
      </form>
      {q ? (
        <Results q={q} kind={kind} kinds={kinds} components={components} />
      ) : (
        <div className="card">
          <EmptyState seed="search" title={t('start')} text={t('startText')} />
        </div>
      )}
    </div>
  );
}
