import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { CountBadge } from '@/components/count-badge';
import { useRooms } from '@/lib/live';
import { useWaiting } from './waiting.store';

/** Number of open reports in these societies; receives their messages while it is mounted. */
export function SocietyReportsCount({ societyIds }: { societyIds: readonly string[] }) {
  const { t } = useTranslation('moderation');
  const waiting = useWaiting();
  useRooms(societyIds.map((id) => roomOf('societyModerators', id)));
  const count = waiting?.societies.filter(({ Society_ID }) => societyIds.includes(Society_ID)).reduce((sum, { open }) => sum + open, 0);
  return <CountBadge count={count} label={(number) => t('reports.waiting', { count: number })} />;
}

/** Number of open reports that a platform admin may decide. */
export function PlatformReportsCount() {
  const { t } = useTranslation('moderation');
  const count = useWaiting()?.platform;
  useRooms([roomOf('platform')]);
  return <CountBadge count={count} label={(number) => t('reports.waiting', { count: number })} />;
}

/** Number of open tickets. */
export function TicketsCount() {
  const { t } = useTranslation('moderation');
  const count = useWaiting()?.tickets;
  useRooms([roomOf('support')]);
  return <CountBadge count={count} label={(number) => t('inbox.waiting', { count: number })} />;
}
