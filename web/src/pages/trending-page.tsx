import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { PageHead } from '@/components/page-head';
import { HowButton } from '@/features/trending/how-button';
import { TrendingList } from '@/features/trending/trending-list';
import { TrendingSocietiesCard } from '@/features/trending/trending-societies';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';

/** /trending */
export default function TrendingPage() {
  const { t } = useTranslation('cards');
  // Visitors may not join the feed's room.
  useRooms(useUser() ? [roomOf('feed')] : []);
  const lead = (
    <>
      {t('trending.lead')} <HowButton className="tap" />
    </>
  );
  return (
    <div className="page narrow stack steady">
      <PageHead title={t('trending.title')} lead={lead} />
      <TrendingList />
      <TrendingSocietiesCard isOnPage />
    </div>
  );
}
