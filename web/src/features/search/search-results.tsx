import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type SearchKind, searchAll, searchKinds } from '#models/contract/search';
import { AsyncCard } from '@/components/async-card';
import { Excerpt } from '@/components/excerpt';
import { api } from '@/lib/api';
import { formatNumber } from '@/lib/format';
import { type Hit, hitsOf } from './hits';
import { noCounts, searchMeta } from './search.queries';
import css from './search-box.module.css';
import { searchLink } from './search-link';

interface ResultsProps {
  /** Search text; empty until the user pauses typing. */
  q: string;
  listId: string;
  /** Id of the row chosen by the arrow keys. */
  active: string;
  onChoose: () => void;
  /** Called with whether there are rows to choose from. */
  onOptions: (hasOptions: boolean) => void;
  /** In the flow of a dialog, instead of dropping down from the field. */
  isInDialog?: boolean;
}

async function fetchResults(q: string, signal: AbortSignal) {
  const { data, counts = noCounts } = await api(searchAll, { q }, { signal });
  const count = searchKinds.reduce((sum, kind) => sum + counts[kind], 0);
  return { q, hits: hitsOf(data), count, isAtLeast: counts.at_least.length > 0 };
}

const OptionContext = createContext<Pick<ResultsProps, 'active' | 'onChoose'>>({ active: '', onChoose: () => {} });

/** Link of the listbox; the focus stays in the search field. */
function Option({ id, to, className, children }: { id: string; to: string; className: string | undefined; children: ReactNode }) {
  const { active, onChoose } = useContext(OptionContext);
  return (
    <Link role="option" id={id} aria-selected={active === id} tabIndex={-1} to={to} className={className ?? ''} onClick={onChoose}>
      {children}
    </Link>
  );
}

function Row({ id, hit: { to, picture, title, detail } }: { id: string; hit: Hit }) {
  return (
    <Option id={id} to={to} className={css.row}>
      {picture}
      <span className="grow">
        <Excerpt as="b" className="small">
          {title}
        </Excerpt>
        {detail && <Excerpt className="micro dim">{detail}</Excerpt>}
      </span>
    </Option>
  );
}

function Group({ listId, kind, hits }: { listId: string; kind: SearchKind; hits: readonly Hit[] }) {
  const { t } = useTranslation('search');
  if (hits.length === 0) return null;
  const head = `${listId}-${kind}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a listbox's options is no fieldset.
    <div role="group" aria-labelledby={head}>
      <span id={head} role="presentation" className={`${css.head} micro dim`}>
        {t(`kind.${kind}`)}
      </span>
      {hits.map((hit) => (
        <Row key={hit.to} id={`${head}-${hit.to}`} hit={hit} />
      ))}
    </div>
  );
}

/** Link to all results, or, without results so far, to a search of older posts. */
function AllOption({ id, results: { q, count, isAtLeast } }: { id: string; results: Awaited<ReturnType<typeof fetchResults>> }) {
  const { t } = useTranslation('search');
  const n = formatNumber(count);
  const many = isAtLeast ? t('viewAllPlus', { n }) : t('viewAll', { count, n });
  return (
    <Option id={id} to={searchLink(q, count > 0 ? undefined : 'posts')} className={`${css.all} small`}>
      {count > 0 ? many : t('older')}
    </Option>
  );
}

function NoResults({ q }: { q: string }) {
  const { t } = useTranslation('search');
  return (
    <div role="status" className={css.none}>
      <p className="auto" dir="auto">
        {t('none', { text: q })}
      </p>
      <p className="small dim">{t('noneText')}</p>
    </div>
  );
}

/** Results of the header's search and of the command palette: up to three results of each kind, and a link to all. */
export default function SearchResults({ q, listId, active, onChoose, onOptions, isInDialog = false }: ResultsProps) {
  const { t } = useTranslation('search');
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', 'box', q],
    queryFn: ({ signal }) => fetchResults(q, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: searchMeta,
  });
  const hasOptions = data !== undefined && (data.count > 0 || data.isAtLeast);
  useEffect(() => {
    onOptions(hasOptions);
    return () => onOptions(false);
  }, [hasOptions, onOptions]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on a row leaves the focus in the field.
    <div className={isInDialog ? css.inDialog : css.panel} aria-busy={isPlaceholderData} onMouseDown={(event) => event.preventDefault()}>
      {/* Loading also while the user types, before the request. */}
      <AsyncCard query={{ data, isError, isFetching: !isError, refetch }} data={data}>
        {(results) => (
          <>
            {results.count === 0 && <NoResults q={results.q} />}
            {hasOptions && (
              <OptionContext value={{ active, onChoose }}>
                <div role="listbox" id={listId} aria-label={t('results')}>
                  {searchKinds.map((kind) => (
                    <Group key={kind} listId={listId} kind={kind} hits={results.hits[kind]} />
                  ))}
                  <AllOption id={`${listId}-all`} results={results} />
                </div>
              </OptionContext>
            )}
          </>
        )}
      </AsyncCard>
    </div>
  );
}
