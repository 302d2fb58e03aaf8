import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type SearchKind, searchKinds } from '#models/contract/search';
import { PageHead } from '@/components/page-head';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { Tabs } from '@/components/tabs';
import { TypedSearch } from '@/components/typed-search';
import { formatNumber } from '@/lib/format';
import { AllOfOne, FirstOfEach, type Shapes } from './found-lists';
import css from './search.module.css';
import { type Counts, type Keepers, useFirst, useSearchLive } from './search.queries';
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
    badge: each && counts[each] > 0 ? <span className="micro dim">{formatNumber(counts[each])}</span> : undefined,
  }));
  return <Tabs label={t('kinds')} tabs={tabs} active={searchLink(q, kind)} />;
}

function Nothing({ q }: { q: string }) {
  const { t } = useTranslation('search');
  return (
    <div className="card" role="status">
      <EmptyState seed="nothing found" title={t('none', { text: q })} text={t('noneText')} />
    </div>
  );
}

function Results({ q, kind, keepers, shapes }: SearchProps & { q: string; kind: SearchKind | undefined }) {
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
  const isNone = searchKinds.every((each) => data.counts[each] === 0);
  return (
    <div className={css.results} aria-busy={isPlaceholderData}>
      {!isNone && <KindTabs q={q} kind={kind} counts={data.counts} />}
      {isNone && <Nothing q={data.q} />}
      {!isNone && kind && data.counts[kind] === 0 && <Nothing q={data.q} />}
      {!isNone && kind && data.counts[kind] > 0 && <AllOfOne key={q + kind} q={q} kind={kind} keepers={keepers} shapes={shapes} />}
      {!isNone && !kind && <FirstOfEach q={q} ids={data.ids} counts={data.counts} shapes={shapes} />}
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
        <TypedSearch label={t('field')} placeholder={t('field')} value={q} onChange={seek} />
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
