import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Counters } from '@/components/counters';
import { EmptyState } from '@/components/states';
import { replyTime } from '@/lib/reply-time';
import { useWide } from '@/lib/use-wide';
import { decide } from './decide';
import { clearFresh, markSeen, useFreshIds } from './fresh-requests';
import css from './join-requests.module.css';
import { QueueTools } from './queue-tools';
import { useReason, writeReason } from './reason-draft';
import { type RequestCounts, useRequestCounts } from './request-counts';
import { RequestDetail } from './request-detail';
import { RequestFilter } from './request-filter';
import { RequestList } from './request-list';
import type { RowActions } from './request-row';
import { type RequestStatusFilter, requests, useRequestList } from './requests.queries';
import { useDesk } from './use-desk';

const RequestSheet = lazy(() => import('./request-sheet'));

interface FiguresProps {
  counts: RequestCounts | undefined;
  isFailed: boolean;
  replyHours: number | null;
}

function RequestFigures({ counts, isFailed, replyHours }: FiguresProps) {
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

/** Moves the focus from a leaving row to the next one, else the previous one, else the filter. */
function focusBeside(ids: readonly string[], id: string, filter: RequestStatusFilter): void {
  const at = ids.indexOf(id);
  const next = ids[at + 1] ?? ids[at - 1];
  const name = filter === 'all' ? id : next;
  requestAnimationFrame(() => document.getElementById(name ? `request-${name}` : `filter-${filter}`)?.focus());
}

interface JoinRequestsProps {
  societyId: string;
  /** Question of the society to people who want to join. */
  question?: string;
  /** Median time in which the admins answer. */
  replyHours?: number | null;
}

/** Join requests of a society: counts, list, and detail of the selected one. */
export function JoinRequests({ societyId, question = '', replyHours = null }: JoinRequestsProps) {
  const { t } = useTranslation('join-requests');
  const isWide = useWide();
  const [filter, setFilter] = useState<RequestStatusFilter>('pending');
  const [q, setQ] = useState('');
  const [selected, setSelected] = useState('');
  const [wasOpened, setOpened] = useState(false);
  const { counts, query } = useRequestCounts(societyId);
  const list = useRequestList(societyId, filter, q);
  const fresh = useFreshIds();
  const request = requests.useOne(selected);
  const reason = useReason(selected);
  useEffect(() => clearFresh, []);
  const select = (id: string) => {
    markSeen(id);
    setSelected(id);
    setOpened(true);
  };
  const onDecide = async (id: string, to: 'approved' | 'rejected', reason?: string) => {
    const ids = list.items.map(({ Request_ID }) => Request_ID);
    const decision = decide(societyId, id, to, reason);
    if (id !== selected) focusBeside(ids, id, filter);
    if (!(await decision) || id !== selected) return;
    setSelected('');
    focusBeside(ids, id, filter);
  };
  const handleDecide: RowActions['onDecide'] = (id, to, reason) => void onDecide(id, to, reason);
  const desk = useDesk({
    ids: list.items.map(({ Request_ID }) => Request_ID),
    open: list.items.filter(({ Status }) => Status === 'pending').map(({ Request_ID }) => Request_ID),
    selected,
    onSelect: select,
    onDecide: handleDecide,
  });
  const detail = { question, reason, onReason: writeReason, onDecide: handleDecide };
  return (
    <div className="stack">
      <RequestFigures counts={counts} isFailed={query.isError} replyHours={replyHours} />
      <div className={css.split}>
        <section className={`card ${css.list}`} aria-label={t('list')}>
          <RequestFilter filter={filter} counts={counts} onChoose={setFilter} />
          <QueueTools q={q} onSearch={setQ} desk={desk} />
          <RequestList
            filter={filter}
            list={list}
            selected={selected}
            fresh={fresh}
            isChecked={desk.isChecked}
            onCheck={desk.toggle}
            onSelect={select}
            onDecide={handleDecide}
          />
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
