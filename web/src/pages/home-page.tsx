import { Button } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import type { User } from '#models/contract/users';
import { Parts } from '@/components/part-boundary';
import { Side } from '@/components/side';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { FeedTabs, feedPartOf } from '@/features/home/feed-tabs';
import { QuickLinks } from '@/features/home/quick-links';
import { SocietyRail } from '@/features/home/society-rail';
import { VisitorHero } from '@/features/home/visitor-hero';
import { WelcomeCard } from '@/features/home/welcome-card';
import { NotificationsCard } from '@/features/notifications/notifications-card';
import { Composer } from '@/features/posts/composer';
import { PostList } from '@/features/posts/post-list';
import { useOwnSocieties } from '@/features/societies/own-societies';
import { lazyOptional } from '@/lib/lazy-optional';
import { useRooms } from '@/lib/live';
import { useSession } from '@/lib/session';
import { useWide } from '@/lib/use-wide';
import { useFollowed } from '@/sync/followed';
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
const SocietiesCard = lazyOptional(async () => ({ default: (await import('@/features/societies/societies-card')).SocietiesCard }), {
  ...coming,
  areas: ['societies'],
});

/** Loaded for the link of a mail. */
const MuteTypeLink = lazyOptional(() => import('@/features/notifications/mute-type-link'));

const sources = {
  all: { kind: 'feed' },
  mine: { kind: 'feed', part: 'mine' },
  followed: { kind: 'feed', part: 'followed' },
} as const;

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

const waitingPosts = (
  <Placeholder>
    <PostSkeleton />
    <PostSkeleton />
    <PostSkeleton />
  </Placeholder>
);

/** Rerenders alone when one of the societies changes. */
const OwnSocieties = () => <SocietyRail societies={useOwnSocieties()} />;

function MemberHome({ me }: { me: User }) {
  const { t } = useTranslation(['home', 'posts']);
  const isWide = useWide();
  useRooms([roomOf('feed'), roomOf('mine')]);
  const part = feedPartOf(useSearchParams()[0].get('feed'));
  const followed = useFollowed(part === 'followed');
  const discover = (
    <Button component={Link} to="/societies" variant="light">
      {t('home:discover')}
    </Button>
  );
  const empty =
    part === 'all' ? (
      <EmptyState title={t('posts:empty')} />
    ) : (
      <EmptyState title={t(`home:feed.empty.${part}`)} text={t(`home:feed.emptyText.${part}`)} action={discover} />
    );
  return (
    <div className="page split">
      <div className="stack">
        <WelcomeCard name={me.Name} />
        {!isWide && <OwnSocieties />}
        {!isWide && <Composer me={me} />}
        <FeedTabs active={part} />
        {part === 'followed' && followed.query.isPending ? (
          waitingPosts
        ) : (
          <PostList key={part} source={sources[part]} empty={empty} {...(isWide ? {} : { insertions })} />
        )}
      </div>
      {isWide && (
        <Side>
          <SideCards me={me} />
        </Side>
      )}
    </div>
  );
}

/** Placeholder while the session is checked: most likely a member's home. */
const waiting = <div className="page split">{waitingPosts}</div>;

/** Home of a visitor: an introduction, links to join, and public cards. */
function VisitorHome() {
  return (
    <div className={`page stack ${css.visitor}`}>
      <VisitorHero />
      <div className={css.cards}>
        <Parts>
          <SocietiesCard />
          <UpcomingCard />
        </Parts>
      </div>
      <QuickLinks isSignedIn={false} />
    </div>
  );
}

/** / (the feed for a member, an introduction for a visitor) */
export default function HomePage() {
  const { t } = useTranslation(['home', 'common']);
  // Deferred: the whole page renders with it, interruptibly, so the browser stays responsive.
  const { status, user } = useDeferredValue(useSession());
  const isMuteAsked = useSearchParams()[0].has('mute');
  if (status === 'checking') return waiting;
  return (
    <>
      <title>{`${t('home:title')} · ${t('common:name')}`}</title>
      {isMuteAsked && <MuteTypeLink />}
      {user ? <MemberHome me={user} /> : <VisitorHome />}
    </>
  );
}
