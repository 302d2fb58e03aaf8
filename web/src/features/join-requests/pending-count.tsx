import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { formatNumber } from '@/lib/format';
import { useRooms } from '@/lib/live';
import { useCounts } from './counts';
import css from './join-requests.module.css';
import { useRequestsLive } from './requests.live';

/** How many requests wait, beside the admins' tab; while it stands, the requests are kept true. */
export function PendingCount({ societyId }: { societyId: string }) {
  const { t } = useTranslation('join-requests');
  const { counts } = useCounts(societyId);
  useRooms([roomOf('societyAdmins', societyId)]);
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
