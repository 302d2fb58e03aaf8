import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { CountBadge } from '@/components/count-badge';
import { useRooms } from '@/lib/live';
import { useOpenCount } from './desk.queries';

/** Number of open requests in these societies, which the viewer runs; receives their request messages while it is mounted. */
export function OpenCount({ societyIds }: { societyIds: readonly string[] }) {
  const { t } = useTranslation('join-requests');
  const count = useOpenCount(true);
  useRooms(societyIds.map((id) => roomOf('societyAdmins', id)));
  return <CountBadge count={count} label={(number) => t('waiting', { count: number })} />;
}
