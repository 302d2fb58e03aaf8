import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { PageHead } from '@/components/page-head';
import { ActivityList } from '@/features/activity/activity-list';
import { useRooms } from '@/lib/live';

/** /activity */
export default function ActivityPage() {
  const { t } = useTranslation('cards');
  useRooms([roomOf('feed'), roomOf('mine')]);
  return (
    <div className="page narrow stack">
      <PageHead title={t('activity.title')} lead={t('activity.lead')} />
      <ActivityList />
    </div>
  );
}
