import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { SideCard } from '@/components/side-card';
import { useRooms } from '@/lib/live';
import { useUpcoming } from './events.queries';
import { UpcomingList } from './upcoming-list';

/** Card of a society's next events; if there are none, links to a new event for members with the right. */
export function UpcomingEvents({ societyId, canCreate = false }: { societyId: string; canCreate?: boolean }) {
  useRooms([roomOf('events')]);
  const { t } = useTranslation('events');
  const { query, items } = useUpcoming(societyId);
  const all = `/societies/${societyId}/events`;
  const empty = (
    <div>
      <p className="small">{t('upcoming.empty')}</p>
      <p className="small dim">{t(canCreate ? 'upcoming.emptyText' : 'upcoming.emptyOutside')}</p>
      {canCreate && (
        <Link to={`${all}/new`} className="link small tap">
          {t('upcoming.create')}
        </Link>
      )}
    </div>
  );
  return (
    <SideCard title={t('upcoming.title')} link={{ to: all, label: t('upcoming.viewAll') }}>
      <UpcomingList query={query} items={items} empty={empty} />
    </SideCard>
  );
}
