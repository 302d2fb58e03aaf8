import { Parts } from '@/components/part-boundary';
import { QuickLinks } from '@/features/home/quick-links';
import { NotificationsCard } from '@/features/notifications/notifications-card';
import { lazyOptional } from '@/lib/lazy-optional';
import { coming, UpcomingCard } from './public-cards';

// Cards loaded after the page.
const ActivityCard = lazyOptional(async () => ({ default: (await import('@/features/activity/activity-card')).ActivityCard }), coming);
const TrendingCard = lazyOptional(async () => ({ default: (await import('@/features/trending/trending-card')).TrendingCard }), coming);
const TrendingSocietiesCard = lazyOptional(
  async () => ({ default: (await import('@/features/trending/trending-societies')).TrendingSocietiesCard }),
  coming,
);
const RecommendationsCard = lazyOptional(
  async () => ({ default: (await import('@/features/recommendations/recommendations-card')).RecommendationsCard }),
  coming,
);
/** Cards beside the feed. */
export const SideCards = () => (
  <Parts>
    <ActivityCard />
    <TrendingCard />
    <TrendingSocietiesCard />
    <NotificationsCard />
    <RecommendationsCard />
    <UpcomingCard />
    <QuickLinks isSignedIn />
  </Parts>
);

/** The same cards between posts of the feed, on phones. */
export const cardsInFeed = [
  { after: 1, content: <UpcomingCard /> },
  { after: 2, content: <NotificationsCard /> },
  { after: 3, content: <RecommendationsCard /> },
  { after: 5, content: <ActivityCard /> },
  { after: 8, content: <TrendingCard /> },
  { after: 10, content: <TrendingSocietiesCard /> },
  { after: 12, content: <QuickLinks isSignedIn /> },
];
