import { useTranslation } from 'react-i18next';
import { CountBadge } from '@/components/count-badge';
import { useRequestCounts } from './request-counts';
import { useRequestsLive } from './requests.live';

/** Number of pending requests beside the admins' tab; receives the request messages while it is mounted. */
export function PendingCount({ societyId }: { societyId: string }) {
  const { t } = useTranslation('join-requests');
  const { counts } = useRequestCounts(societyId);
  useRequestsLive(societyId);
  const count = counts?.pending;
  return <CountBadge count={count} label={(number) => t('waiting', { count: number })} />;
}
