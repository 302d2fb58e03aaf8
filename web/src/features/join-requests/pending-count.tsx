import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/format';
import css from './join-requests.module.css';
import { useRequestCounts } from './request-counts';
import { useRequestsLive } from './requests.live';

/** Number of pending requests beside the admins' tab; receives the request messages while it is mounted. */
export function PendingCount({ societyId }: { societyId: string }) {
  const { t } = useTranslation('join-requests');
  const { counts } = useRequestCounts(societyId);
  useRequestsLive(societyId);
  const count = counts?.pending;
  if (!count) return null;
  return (
    <span className={`${css.pending} micro`}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="vh">{t('waiting', { count })}</span>
    </span>
  );
}
