import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { SideCard } from '@/components/side-card';
import { useRooms } from '@/lib/live';
import { useNextEvents } from './events.queries';
import { UpcomingList } from './upcoming-list';

const maxShown = 3;

/** Card of the next events of all societies. */
export function UpcomingCard() {
  useRooms([roomOf('events')]);
  const { t } = useTranslation('events');
  const { query, items } = useNextEvents(maxShown);
  return (
    <SideCard title={t('upcoming.title')} link={{ to: '/events', label: t('upcoming.all') }}>
      <UpcomingList query={query} items={items} empty={<p className="small dim">{t('upcoming.empty')}</p>} />
    </SideCard>
  );
}
