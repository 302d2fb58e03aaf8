import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Counters } from '@/components/counters';
import { EmptyState } from '@/components/states';
import { replyTime } from '@/lib/reply-time';
import { useWide } from '@/lib/use-wide';
import { type Counts, useCounts } from './counts';
import { decide } from './decide';
import css from './join-requests.module.css';
import { keepReason, useReason } from './reason-draft';
import { RequestDetail } from './request-detail';
import { RequestFilter } from './request-filter';
import { RequestList } from './request-list';
import type { RowActions } from './request-row';
import { type Filter, useRequestList } from './requests.queries';
import { leaveRequests, requests, sawRequest } from './requests.store';

const RequestSheet = lazy(() => import('./request-sheet'));

interface FiguresProps {
  counts: Counts | undefined;
  isFailed: boolean;
  replyHours: number | null;
}

function Figures({ counts, isFailed, replyHours }: FiguresProps) {
  const { t } = useTranslation('join-requests');
  const reply = replyHours === null ? null : replyTime(replyHours);
  return (
    <Counters
      isFailed={isFailed}
      counters={[
        { label: t('pendingRequests'), value: counts?.pending, tone: 'amber', ...(reply ? { note: t(`pace.${reply.unit}`, reply) } : {}) },
        { label: t('approved'), value: counts?.approved, tone: 'live' },
        { label: t('rejected'), value: counts?.rejected, tone: 'rose' },
        { label: t('totalRequests'), value: counts?.total, tone: 'muted' },
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

interface JoinRequestsProps {
  societyId: string;
  /** The society's question to people who want to join. */
  question?: string;
  /** How long its admins take to answer, usually. */
  replyHours?: number | null;
}

/** A society's join requests: how many, which, and the one that was chosen. */
export function JoinRequests({ societyId, question = '', replyHours = null }: JoinRequestsProps) {
  const { t } = useTranslation('join-requests');
  const isWide = useWide();
  const [filter, setFilter] = useState<Filter>('pending');
  const [selected, setSelected] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const { counts, query } = useCounts(societyId);
  const list = useRequestList(societyId, filter);
  const request = requests.useOne(selected);
  const reason = useReason(selected);
  useEffect(() => leaveRequests, []);
  const select = (id: string) => {
    sawRequest(id);
    setSelected(id);
    setOpened(true);
  };
  const onDecide = async (id: string, to: 'approved' | 'rejected', reason?: string) => {
    const ids = list.items.map(({ Request_ID }) => Request_ID);
    const isTaken = decide(societyId, id, to, reason);
    if (id !== selected) focusBeside(ids, id, filter);
    if (!(await isTaken) || id !== selected) return;
    setSelected('');
    focusBeside(ids, id, filter);
  };
  const act: RowActions['onDecide'] = (id, to, reason) => void onDecide(id, to, reason);
  const detail = { question, reason, onReason: keepReason, onDecide: act };
  return (
    <div className="stack">
      <Figures counts={counts} isFailed={query.isError} replyHours={replyHours} />
      <div className={css.split}>
        <section className={`card ${css.list}`} aria-label={t('list')}>
          <RequestFilter filter={filter} counts={counts} onChoose={setFilter} />
          <RequestList filter={filter} list={list} selected={selected} onSelect={select} onDecide={act} />
        </section>
        {isWide && (
          <section className={`card ${css.panel}`} aria-label={t('detail')}>
            {request ? <RequestDetail {...detail} request={request} /> : <EmptyState title={t('select')} text={t('selectText')} />}
          </section>
        )}
      </div>
      <Suspense>{!isWide && wasOpened && <RequestSheet {...detail} request={request} onClose={() => setSelected('')} />}</Suspense>
    </div>
  );
}
