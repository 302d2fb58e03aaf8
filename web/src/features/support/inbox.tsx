import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SupportRequestStatus } from '#models/contract/support';
import { AsyncList } from '@/components/async-list';
import { Chips } from '@/components/chips';
import { EmptyState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { RequestCard } from './request-card';
import css from './requests.module.css';
import { useRequests } from './requests.store';

const statuses = ['open', 'answered', 'closed'] as const satisfies readonly SupportRequestStatus[];

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
      <AsyncList
        key={status}
        view={list}
        className={css.list}
        failed={t('tickets.failed')}
        pill={(waiting) => t('tickets.new', { count: waiting })}
        empty={<EmptyState title={t(`inbox.empty.${status}`)} />}
      >
        {(request) => <RequestCard request={request} isSupport />}
      </AsyncList>
    </div>
  );
}
