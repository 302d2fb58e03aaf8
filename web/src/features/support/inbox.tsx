import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SupportRequestStatus } from '#models/contract/support';
import { Chips } from '@/components/chips';
import { HeldBackPill, useHeldBackItems } from '@/components/held-back-items';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { RequestCard } from './request-card';
import css from './requests.module.css';
import { useRequests } from './requests.store';

const statuses = ['open', 'answered', 'closed'] as const satisfies readonly SupportRequestStatus[];

function RequestPages({ status, list: { query, items } }: { status: SupportRequestStatus; list: ReturnType<typeof useRequests> }) {
  const { t } = useTranslation('support');
  const { shown, waiting, show } = useHeldBackItems(items, query.isSuccess);
  if (query.isPending) return <RowSkeletons rows={5} />;
  if (query.isError && !query.data)
    return (
      <div className="card">
        <ErrorState title={t('tickets.failed')} onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <div>
      <HeldBackPill count={waiting} label={t('tickets.new', { count: waiting })} onShow={show} />
      {items.length === 0 && (
        <div className="card">
          <EmptyState title={t(`inbox.empty.${status}`)} />
        </div>
      )}
      <LongList className={css.list} items={shown} idOf={({ ID }) => ID} hasMore={query.hasNextPage}>
        {(request) => <RequestCard request={request} isSupport />}
      </LongList>
      <InfiniteScroll query={query}>
        <RowSkeletons rows={2} />
      </InfiniteScroll>
    </div>
  );
}

/** Inbox of the support team: all requests by status, with counts. */
export function Inbox() {
  const { t } = useTranslation('support');
  const [status, setStatus] = useState<SupportRequestStatus>('open');
  const list = useRequests(status);
  const count = (of: SupportRequestStatus) => (list.counts ? ` (${formatNumber(list.counts[of])})` : '');
  return (
    <div className="stack">
      <Chips
        label={t('inbox.statuses')}
        options={statuses.map((value) => ({ value, label: t(`status.${value}`) + count(value) }))}
        value={status}
        onChange={setStatus}
      />
      <RequestPages key={status} status={status} list={list} />
    </div>
  );
}
