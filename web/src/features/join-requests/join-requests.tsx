import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Counters } from '@/components/counters';
import { Placeholder } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { useWide } from '@/lib/use-wide';
import { type Counts, useCounts } from './counts';
import { decide } from './decide';
import css from './join-requests.module.css';
import { RequestDetail } from './request-detail';
import { RequestFilter } from './request-filter';
import { RequestList } from './request-list';
import { type Filter, useRequestList } from './requests.queries';
import { leaveRequests, requests, sawRequest } from './requests.store';

const RequestSheet = lazy(() => import('./request-sheet'));

function Figures({ counts, isPending }: { counts: Counts | undefined; isPending: boolean }) {
  const { t } = useTranslation('join-requests');
  if (!counts)
    return isPending ? (
      <Placeholder>
        <Skeleton height={92} radius="lg" />
      </Placeholder>
    ) : null;
  return (
    <Counters
      counters={[
        { label: t('pendingRequests'), value: counts.pending, tone: 'amber' },
        { label: t('approved'), value: counts.approved, tone: 'live' },
        { label: t('rejected'), value: counts.rejected, tone: 'rose' },
        { label: t('totalRequests'), value: counts.total, tone: 'muted' },
      ]}
    />
  );
}

/** The row that takes the focus when one leaves: the next, else the one before, else the filter above. */
function focusBeside(ids: readonly string[], id: string, filter: Filter): void {
  const at = ids.indexOf(id);
  const next = ids[at + 1] ?? ids[at - 1];
  const name = filter === 'all' ? id : next;
  requestAnimationFrame(() => document.getElementById(name ? `request-${name}` : `filter-${filter}`)?.focus());
}

/** A society's join requests: how many, which, and the one that was chosen. */
export function JoinRequests({ societyId }: { societyId: string }) {
  const { t } = useTranslation('join-requests');
  const isWide = useWide();
  const [filter, setFilter] = useState<Filter>('pending');
  const [selected, setSelected] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const { counts, query } = useCounts(societyId);
  const list = useRequestList(societyId, filter);
  const request = requests.useOne(selected);
  useEffect(() => leaveRequests, []);
  const select = (id: string) => {
    sawRequest(id);
    setSelected(id);
    setOpened(true);
  };
  const onDecide = async (id: string, to: 'approved' | 'rejected') => {
    const ids = list.items.map(({ Request_ID }) => Request_ID);
    const isTaken = decide(societyId, id, to);
    if (id !== selected) focusBeside(ids, id, filter);
    if (!(await isTaken) || id !== selected) return;
    setSelected('');
    focusBeside(ids, id, filter);
  };
  const act = (id: string, to: 'approved' | 'rejected') => void onDecide(id, to);
  return (
    <div className="stack">
      <Figures counts={counts} isPending={query.isPending} />
      <div className={css.split}>
        <section className={`card ${css.list}`} aria-label={t('list')}>
          <RequestFilter filter={filter} counts={counts} onChoose={setFilter} />
          <RequestList filter={filter} list={list} selected={selected} onSelect={select} onDecide={act} />
        </section>
        {isWide && (
          <section className={`card ${css.panel}`} aria-label={t('detail')}>
            {request ? <RequestDetail request={request} onDecide={act} /> : <EmptyState title={t('select')} text={t('selectText')} />}
          </section>
        )}
      </div>
      <Suspense>{!isWide && wasOpened && <RequestSheet request={request} onDecide={act} onClose={() => setSelected('')} />}</Suspense>
    </div>
  );
}
