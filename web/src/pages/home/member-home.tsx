import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { asyncState } from '@/components/async-list';
import { Side } from '@/components/side';
import { Placeholder, PostSkeleton } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { type FeedPart, FeedTabs, feedPartOf } from '@/features/home/feed-tabs';
import { SocietyRail } from '@/features/home/society-rail';
import { WelcomeCard } from '@/features/home/welcome-card';
import { Composer } from '@/features/posts/composer';
import { Feed } from '@/features/posts/feed';
import { PostList } from '@/features/posts/post-list';
import { useOwnSocietiesQuery } from '@/features/societies/own-societies';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useWide } from '@/lib/use-wide';
import { useFollowed } from '@/sync/followed';
import { cardsInFeed, SideCards } from './side-cards';

/** Rerenders alone when one of the societies changes. */
function OwnSocieties() {
  const { query, own } = useOwnSocietiesQuery();
  return <SocietyRail societies={own} isComing={asyncState(query) === 'loading'} />;
}

const sources = { mine: { kind: 'feed', part: 'mine' }, followed: { kind: 'feed', part: 'followed' } } as const;

const waitingPosts = (
  <Placeholder>
    <PostSkeleton />
    <PostSkeleton />
    <PostSkeleton />
  </Placeholder>
);

/** The posts of the chosen part of the feed. */
function FeedPosts({ me, part, isWide }: { me: string; part: FeedPart; isWide: boolean }) {
  const { t } = useTranslation(['home', 'posts']);
  const followed = useFollowed(part === 'followed');
  const insertions = isWide ? {} : { insertions: cardsInFeed };
  if (part === 'all') return <Feed me={me} empty={<EmptyState title={t('posts:empty')} />} {...insertions} />;
  if (part === 'followed' && followed.query.isPending) return waitingPosts;
  const discover = (
    <Button component={Link} to="/societies" variant="light">
      {t('home:discover')}
    </Button>
  );
  const empty = <EmptyState title={t(`home:feed.empty.${part}`)} text={t(`home:feed.emptyText.${part}`)} action={discover} />;
  return <PostList key={part} source={sources[part]} empty={empty} {...insertions} />;
}

/** Home of a member: the composer over the feed, and cards beside it, or between its posts on phones. */
export default function MemberHome() {
  const me = useUser();
  const isWide = useWide();
  useRooms([roomOf('feed'), roomOf('mine')]);
  const part = feedPartOf(useSearchParams()[0].get('feed'));
  if (!me) return null;
  return (
    <div className="page split">
      <div className="stack">
        <WelcomeCard name={me.Name} />
        {!isWide && <OwnSocieties />}
        <Composer me={me} />
        <FeedTabs active={part} />
        <FeedPosts me={me.ID} part={part} isWide={isWide} />
      </div>
      {isWide && (
        <Side>
          <SideCards />
        </Side>
      )}
    </div>
  );
}
