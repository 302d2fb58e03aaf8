import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportFilter } from '#models/contract/reports';
import { AsyncList } from '@/components/async-list';
import { Chips } from '@/components/chips';
import { EmptyState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { ReportCard } from './report-card';
import css from './reports.module.css';
import { useReports } from './reports.store';

const statuses = ['open', 'appealed', 'dismissed', 'removed', 'noted'] as const satisfies readonly ReportFilter[];

interface ReportQueueProps {
  societyId?: string;
  /** The viewer is an admin of the society; moderators cannot delete events, so they cannot remove one by a report. */
  isAdmin?: boolean;
  /** False for staff who only read reports. */
  mayDecide?: boolean;
}

/** List of reports by status: of one society for its moderators, or of all for staff. */
export function ReportQueue({ societyId, isAdmin = true, mayDecide = true }: ReportQueueProps) {
  const { t } = useTranslation('moderation');
  const [status, setStatus] = useState<ReportFilter>('open');
  const list = useReports(status, societyId);
  const count = (of: ReportFilter) => (list.counts ? ` (${formatNumber(list.counts[of])})` : '');
  return (
    <div className="stack">
      <Chips
        label={t('reports.statuses')}
        options={statuses.map((value) => ({ value, label: t(`reports.status.${value}`) + count(value) }))}
        value={status}
        onChange={setStatus}
      />
      <AsyncList
        key={status}
        view={list}
        className={css.list}
        failed={t('reports.failed')}
        pill={(count) => t('reports.new', { count })}
        empty={<EmptyState title={t(`reports.empty.${status}`)} {...(status === 'open' && { text: t('reports.emptyOpen') })} />}
      >
        {(report) => <ReportCard report={report} mayDecide={mayDecide} mayRemove={isAdmin || report.kind !== 'event'} />}
      </AsyncList>
    </div>
  );
}
