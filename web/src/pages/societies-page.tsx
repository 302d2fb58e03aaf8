import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { Side } from '@/components/side';
import { DiscoveryBar } from '@/features/societies/discovery-bar';
import { useDiscoveryFilter } from '@/features/societies/discovery-filter';
import { DiscoveryTitle } from '@/features/societies/discovery-title';
import { SocietyList } from '@/features/societies/society-list';
import { StatisticsPanel } from '@/features/societies/statistics-panel';
import { useRooms } from '@/lib/live';
import { useWide } from '@/lib/use-wide';

/** /societies */
export default function SocietiesPage() {
  const { t } = useTranslation(['societies', 'common']);
  const { filter, change } = useDiscoveryFilter();
  const isWide = useWide();
  useRooms([roomOf('societies')]);
  return (
    <div className="page wide split">
      <title>{`${t('societies:list')} · ${t('common:name')}`}</title>
      <div className="stack">
        <DiscoveryTitle filter={filter} />
        <DiscoveryBar filter={filter} onChange={change} />
        <SocietyList filter={filter} onChange={change} {...(isWide ? {} : { inserted: <StatisticsPanel /> })} />
      </div>
      {isWide && (
        <Side>
          <StatisticsPanel />
        </Side>
      )}
    </div>
  );
}
