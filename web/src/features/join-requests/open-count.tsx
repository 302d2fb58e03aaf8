import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { formatNumber } from '@/lib/format';
import { useRooms } from '@/lib/live';
import { useOpenCount } from './desk.queries';
import css from './join-requests.module.css';

/** Number of open requests in these societies, which the viewer runs; receives their request messages while it is mounted. */
export function OpenCount({ societyIds }: { societyIds: readonly string[] }) {
  const { t } = useTranslation('join-requests');
  const count = useOpenCount(true);
  useRooms(societyIds.map((id) => roomOf('societyAdmins', id)));
  if (!count) return null;
  return (
    <span className={`${css.pending} micro`}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="vh">{t('waiting', { count })}</span>
    </span>
  );
}
