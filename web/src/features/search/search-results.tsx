import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type SearchKind, searchAll, searchKinds } from '#models/contract/search';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import { api } from '@/lib/api';
import { formatNumber } from '@/lib/format';
import { type Hit, hitsOf } from './hits';
import { noCounts } from './search.queries';
import css from './search-box.module.css';
import { searchLink } from './search-link';

interface ResultsProps {
  /** What is looked for; nothing until the writer pauses. */
  q: string;
  listId: string;
  /** The id of the row that the arrow keys stand on. */
  active: string;
  onChoose: () => void;
  /** Whether there is anything to choose. */
  onOptions: (has: boolean) => void;
}

async function look(q: string, signal: AbortSignal) {
  const { data, counts = noCounts } = await api(searchAll, { q }, { signal });
  const count = searchKinds.reduce((sum, kind) => sum + counts[kind], 0);
  return { q, hits: hitsOf(data), count, isAtLeast: counts.at_least.length > 0 };
}

const Chosen = createContext<Pick<ResultsProps, 'active' | 'onChoose'>>({ active: '', onChoose: () => {} });

/** A row that leads somewhere; the focus stays in the field. */
function Option({ id, to, className, children }: { id: string; to: string; className: string | undefined; children: ReactNode }) {
  const { active, onChoose } = useContext(Chosen);
  return (
    <Link role="option" id={id} aria-selected={active === id} tabIndex={-1} to={to} className={className ?? ''} onClick={onChoose}>
      {children}
    </Link>
  );
}

function Row({ id, hit: { to, picture, title, fact } }: { id: string; hit: Hit }) {
  return (
    <Option id={id} to={to} className={css.row}>
      {picture}
      <span className="grow">
        <b className={`${css.title} small cut`}>
          <bdi>{title}</bdi>
        </b>
        {fact && <span className={`${css.fact} micro dim cut`}>{fact}</span>}
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

/** The way to all results; where none was found so far, to the older posts that were not looked through. */
function AllOption({ id, found: { q, count, isAtLeast } }: { id: string; found: Awaited<ReturnType<typeof look>> }) {
  const { t } = useTranslation('search');
  const n = formatNumber(count);
  const many = isAtLeast ? t('viewAllPlus', { n }) : t('viewAll', { count, n });
  return (
    <Option id={id} to={searchLink(q, count > 0 ? undefined : 'posts')} className={`${css.all} small`}>
      {count > 0 ? many : t('older')}
    </Option>
  );
}

function Nothing({ q }: { q: string }) {
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

/** What drops down under the header's search: up to three of each kind, and the way to all of them. */
export default function SearchResults({ q, listId, active, onChoose, onOptions }: ResultsProps) {
  const { t } = useTranslation('search');
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', 'box', q],
    queryFn: ({ signal }) => look(q, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: { failure: false, persist: false },
  });
  const has = data !== undefined && (data.count > 0 || data.isAtLeast);
  useEffect(() => {
    onOptions(has);
    return () => onOptions(false);
  }, [has, onOptions]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on a row leaves the focus in the field.
    <div className={css.panel} aria-busy={isPlaceholderData} onMouseDown={(event) => event.preventDefault()}>
      {isError && <ErrorLine onRetry={() => void refetch()} />}
      {!data && !isError && <RowSkeletons />}
      {data?.count === 0 && <Nothing q={data.q} />}
      {data && has && (
        <Chosen value={{ active, onChoose }}>
          <div role="listbox" id={listId} aria-label={t('results')}>
            {searchKinds.map((kind) => (
              <Group key={kind} listId={listId} kind={kind} hits={data.hits[kind]} />
            ))}
            <AllOption id={`${listId}-all`} found={data} />
          </div>
        </Chosen>
      )}
    </div>
  );
}
