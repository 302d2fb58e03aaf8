import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import type { User } from '#models/contract/users';
import { Parts } from '@/components/part-boundary';
import { Side } from '@/components/side';
import { EmptyState } from '@/components/states';
import { QuickLinks } from '@/features/home/quick-links';
import { SocietyRail } from '@/features/home/society-rail';
import { WelcomeCard } from '@/features/home/welcome-card';
import { NotificationsCard } from '@/features/notifications/notifications-card';
import { Composer } from '@/features/posts/composer';
import { PostList } from '@/features/posts/post-list';
import { useOwnSocieties } from '@/features/societies/own-societies';
import { lazyOptional } from '@/lib/lazy-optional';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useWide } from '@/lib/use-wide';
import css from './home-page.module.css';

const coming = { fallback: <div className={`card ${css.coming}`} /> };
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
const UpcomingCard = lazyOptional(async () => ({ default: (await import('@/features/events/upcoming-card')).UpcomingCard }), {
  ...coming,
  areas: ['events'],
});

const feed = { kind: 'feed' } as const;

const SideCards = ({ me }: { me: User }) => (
  <Parts>
    <QuickLinks isSignedIn />
    <Composer me={me} />
    <ActivityCard />
    <TrendingCard />
    <TrendingSocietiesCard />
    <NotificationsCard />
    <RecommendationsCard />
    <UpcomingCard />
  </Parts>
);
/** Cards of the side column that phones show between posts of the feed. */
const insertions = [
  { after: 1, content: <UpcomingCard /> },
  { after: 2, content: <NotificationsCard /> },
  { after: 3, content: <RecommendationsCard /> },
  { after: 5, content: <ActivityCard /> },
  { after: 8, content: <TrendingCard /> },
  { after: 10, content: <TrendingSocietiesCard /> },
  { after: 12, content: <QuickLinks isSignedIn /> },
];

/** Rerenders alone when one of the societies changes. */
const OwnSocieties = () => <SocietyRail societies={useOwnSocieties()} />;

/** Home of a member: the feed, beside the cards. */
export default function MemberHome() {
  const me = useUser();
  const { t } = useTranslation('posts');
  const isWide = useWide();
  useRooms([roomOf('feed'), roomOf('mine')]);
  if (!me) return null;
  const empty = <EmptyState title={t('empty')} />;
  return (
    <div className="page split">
      <div className="stack">
        <WelcomeCard name={me.Name} />
        {!isWide && <OwnSocieties />}
        {!isWide && <Composer me={me} />}
        <PostList source={feed} empty={empty} {...(isWide ? {} : { insertions })} />
      </div>
      {isWide && (
        <Side>
          <SideCards me={me} />
        </Side>
      )}
    </div>
  );
}
