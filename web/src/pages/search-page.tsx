import { roomOf } from '#models/contract/rooms';
import { EventCard } from '@/features/events/event-card';
import { useEventsLive } from '@/features/events/events.live';
import { mergeEvents } from '@/features/events/events.store';
import { setCurrentUpTo as noteEventStreamIds } from '@/features/events/use-event-room';
import { PostCard } from '@/features/posts/post-card';
import { setCurrentUpTo as notePostStreamIds } from '@/features/posts/post-room';
import { usePostsLive } from '@/features/posts/posts.live';
import { mergeFetched as upsertPosts } from '@/features/posts/posts.store';
import { FoundPerson, keepPeople, usePeopleLive } from '@/features/search/found-people';
import { Search } from '@/features/search/search';
import type { Keepers } from '@/features/search/search.queries';
import { takeFetched as upsertSocieties } from '@/features/societies/societies.store';
import { SocietyCard } from '@/features/societies/society-card';
import { currentStreamId, useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';

const keepers: Keepers = {
  societies: (found, { heard: requestedAt }) => upsertSocieties(found, requestedAt),
  events: (found, { place }) => {
    const ids = mergeEvents(found);
    noteEventStreamIds(ids, place ?? currentStreamId());
    return ids;
  },
  posts: (found, { heard: requestedAt, place }) => {
    const ids = upsertPosts(found, requestedAt);
    notePostStreamIds(ids, place ?? currentStreamId());
    return ids;
  },
  people: (found) => keepPeople(found),
};
const shapes = { societies: SocietyCard, events: EventCard, posts: PostCard, people: FoundPerson };

const open = [roomOf('societies'), roomOf('events')];
const own = [...open, roomOf('feed'), roomOf('mine')];

/** /search?q={text} or ?query={text}, and &kind= for one kind alone */
export default function SearchPage() {
  useRooms(useUser() ? own : open);
  usePostsLive();
  useEventsLive();
  usePeopleLive();
  return (
    <div className="page">
      <Search keepers={keepers} shapes={shapes} />
    </div>
  );
}
