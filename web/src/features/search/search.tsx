import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type SearchKind, searchKinds } from '#models/contract/search';
import { DebouncedSearch } from '@/components/debounced-search';
import { PageHead } from '@/components/page-head';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { Tabs } from '@/components/tabs';
import { AllOfOne, FirstOfEach, type Shapes } from './found-lists';
import css from './search.module.css';
import { type Counts, countText, type Keepers, useFirst, useSearchLive } from './search.queries';
import { searchLink } from './search-link';
import { useSought } from './use-sought';

interface SearchProps {
  keepers: Keepers;
  shapes: Shapes;
}

function KindTabs({ q, kind, counts }: { q: string; kind: SearchKind | undefined; counts: Counts }) {
  const { t } = useTranslation('search');
  const tabs = [undefined, ...searchKinds].map((each) => ({
    to: searchLink(q, each),
    label: t(`kind.${each ?? 'all'}`),
    badge: each && counts[each] > 0 ? <span className="micro dim">{countText(counts, each)}</span> : undefined,
  }));
  return <Tabs label={t('kinds')} tabs={tabs} active={searchLink(q, kind)} />;
}

/** Nothing was found as far as was looked; older posts are looked through on demand. */
function Nothing({ q, counts }: { q: string; counts: Counts }) {
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

function Results({ q, kind, keepers, shapes }: ResultsProps) {
  const { data, isError, isPlaceholderData, refetch } = useFirst(q, keepers);
  if (isError && !data)
    return (
      <div className="card">
        <ErrorState onRetry={() => void refetch()} />
      </div>
    );
  if (!data)
    return (
      <Placeholder>
        <PostSkeleton />
        <PostSkeleton />
      </Placeholder>
    );
  const { counts } = data;
  const hasAny = searchKinds.some((each) => counts[each] > 0);
  const isListed = kind !== undefined && (counts[kind] > 0 || counts.at_least.includes(kind));
  return (
    <div className={css.results} aria-busy={isPlaceholderData}>
      {(hasAny || isListed) && <KindTabs q={q} kind={kind} counts={counts} />}
      {isListed && <AllOfOne key={q + kind} q={q} kind={kind} counts={counts} keepers={keepers} shapes={shapes} />}
      {!isListed && hasAny && !kind && <FirstOfEach q={q} ids={data.ids} counts={counts} shapes={shapes} />}
      {!isListed && (kind || !hasAny) && <Nothing q={data.q} counts={counts} />}
    </div>
  );
}

/** Who comes without a text comes to write one. */
function useStart(hasText: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const wasEmpty = useRef(!hasText);
  useEffect(() => {
    if (wasEmpty.current) form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return form;
}

/** The search over everything: its field, the kinds of what was found, and each thing as it is shown elsewhere. */
export function Search({ keepers, shapes }: SearchProps) {
  const { t } = useTranslation('search');
  const { q, kind, seek } = useSought();
  const form = useStart(q !== '');
  useSearchLive();
  return (
    <div className="stack">
      <PageHead title={q ? t('found', { text: `\u2068${q}\u2069` }) : t('title')} />
      {/* biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader knows <search> yet. */}
      <form ref={form} role="search" aria-label={t('field')} className={css.form} onSubmit={(event) => event.preventDefault()}>
        <DebouncedSearch label={t('field')} placeholder={t('field')} value={q} onChange={seek} />
      </form>
      {q ? (
        <Results q={q} kind={kind} keepers={keepers} shapes={shapes} />
      ) : (
        <div className="card">
          <EmptyState seed="search" title={t('start')} text={t('startText')} />
        </div>
      )}
    </div>
  );
}
