import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportStatus } from '#models/contract/reports';
import { Chips } from '@/components/chips';
import { HeldBackPill, useHeldBackItems } from '@/components/held-back-items';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { ReportCard } from './report-card';
import css from './reports.module.css';
import { useReports } from './reports.store';

const statuses = ['open', 'dismissed', 'removed', 'noted'] as const satisfies readonly ReportStatus[];

interface ReportListProps {
  status: ReportStatus;
  list: ReturnType<typeof useReports>;
  isAdmin: boolean;
}

function ReportList({ status, list: { query, items }, isAdmin }: ReportListProps) {
  const { t } = useTranslation('moderation');
  const { shown, waiting, show } = useHeldBackItems(items, query.isSuccess);
  if (query.isPending) return <RowSkeletons rows={5} />;
  if (query.isError && !query.data)
    return (
      <div className="card">
        <ErrorState title={t('reports.failed')} onRetry={() => void query.refetch()} />
      </div>
    );
  return (
    <div>
      <HeldBackPill count={waiting} label={t('reports.new', { count: waiting })} onShow={show} />
      {items.length === 0 && (
        <div className="card">
          <EmptyState title={t(`reports.empty.${status}`)} {...(status === 'open' ? { text: t('reports.emptyOpen') } : {})} />
        </div>
      )}
      <LongList className={css.list} items={shown} idOf={({ ID }) => ID} hasMore={query.hasNextPage}>
        {(report) => <ReportCard report={report} mayRemove={isAdmin || report.kind !== 'event'} />}
      </LongList>
      <InfiniteScroll query={query}>
        <RowSkeletons rows={2} />
      </InfiniteScroll>
    </div>
  );
}

/**
 * List of reports by status: of one society for its moderators, or of all for platform admins. `isAdmin`: the viewer is an
 * admin of the society; moderators cannot delete events, so they cannot remove one by a report.
 */
export function ReportQueue({ societyId, isAdmin = true }: { societyId?: string; isAdmin?: boolean }) {
  const { t } = useTranslation('moderation');
  const [status, setStatus] = useState<ReportStatus>('open');
  const list = useReports(status, societyId);
  const count = (of: ReportStatus) => (list.counts ? ` (${formatNumber(list.counts[of])})` : '');
  return (
    <div className="stack">
      <Chips
        label={t('reports.statuses')}
        options={statuses.map((value) => ({ value, label: t(`reports.status.${value}`) + count(value) }))}
        value={status}
        onChange={setStatus}
      />
      <ReportList key={status} status={status} list={list} isAdmin={isAdmin} />
    </div>
  );
}
