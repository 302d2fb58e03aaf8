import { roomOf } from '#models/contract/rooms';
import { EventCard } from '@/features/events/event-card';
import { useEventsClock } from '@/features/events/events.clock';
import { mergeEvents } from '@/features/events/events.store';
import { setCurrentUpTo as setEventsCurrentUpTo } from '@/features/events/use-event-room';
import { PostCard } from '@/features/posts/post-card';
import { setCurrentUpTo as setPostsCurrentUpTo } from '@/features/posts/post-room';
import { usePostsLive } from '@/features/posts/posts.live';
import { mergeFetched as mergePosts } from '@/features/posts/posts.store';
import { FoundPerson, mergePeople, usePeopleLive } from '@/features/search/found-people';
import { Search } from '@/features/search/search';
import type { Mergers } from '@/features/search/search.queries';
import { SocietyCard } from '@/features/societies/society-card';
import { currentStreamId, useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { societies } from '@/sync/societies';

const mergers: Mergers = {
  societies: (fetched, { requestedAt }) => societies.merge(fetched, requestedAt),
  events: (fetched, { requestedAt, streamId }) => {
    const ids = mergeEvents(fetched, requestedAt);
    setEventsCurrentUpTo(ids, streamId ?? currentStreamId());
    return ids;
  },
  posts: (fetched, { requestedAt, streamId }) => {
    const ids = mergePosts(fetched, requestedAt);
    setPostsCurrentUpTo(ids, streamId ?? currentStreamId());
    return ids;
  },
  people: (fetched) => mergePeople(fetched),
};
const components = { societies: SocietyCard, events: EventCard, posts: PostCard, people: FoundPerson };

const publicRooms = [roomOf('societies'), roomOf('events')];
const memberRooms = [...publicRooms, roomOf('feed'), roomOf('mine')];

/** Page of /search?q={text} or ?query={text}, with &kind= for one kind. */
export default function SearchPage() {
  useRooms(useUser() ? memberRooms : publicRooms);
  usePostsLive();
  useEventsClock();
  usePeopleLive();
  return (
    <div className="page">
      <Search mergers={mergers} components={components} />
    </div>
  );
}
