import { useParams } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { Side } from '@/components/side';
import { SinglePost } from '@/features/posts/single-post';
import { lazyOptional } from '@/lib/lazy-optional';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useWide } from '@/lib/use-wide';

const TrendingCard = lazyOptional(async () => ({ default: (await import('@/features/trending/trending-card')).TrendingCard }), {
  areas: ['cards'],
});
/** Trending posts next to the post, on wide screens. */
function Beside() {
  // Visitors may not join the feed's room.
  useRooms(useUser() ? [roomOf('feed')] : []);
  return (
    <Side>
      <TrendingCard />
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
