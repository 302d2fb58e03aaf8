import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { Side } from '@/components/side';
import { SinglePost } from '@/features/posts/single-post';
import { loadArea } from '@/lib/i18n';
import { lazyOptional } from '@/lib/lazy-optional';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useWide } from '@/lib/use-wide';

const TrendingCard = lazyOptional(async () => ({
  default: (await Promise.all([import('@/features/trending/trending-card'), loadArea('cards')]))[0].TrendingCard,
}));
const rooms = [roomOf('feed')];
/** Visitors may not join the feed's room. */
const none: string[] = [];

/** Trending posts next to the post, on wide screens. */
function Beside() {
  const isSignedIn = useUser() !== null;
  useRooms(isSignedIn ? rooms : none);
  return (
    <Side>
      <Suspense>
        <TrendingCard />
      </Suspense>
    </Side>
  );
}

/** /posts/{id} */
export default function PostPage() {
  const { id = '' } = useParams();
  return (
    <div className="page split">
      <SinglePost key={id} id={id} />
      {useWide() && <Beside />}
    </div>
  );
}
