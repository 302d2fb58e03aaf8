import { roomOf } from '#models/contract/rooms';
import { EventCard } from '@/features/events/event-card';
import { useEventsClock } from '@/features/events/events.clock';
import { listedEvents } from '@/features/events/events.store';
import { PostCard } from '@/features/posts/post-card';
import { setCurrentUpTo } from '@/features/posts/post-room';
import { posts } from '@/features/posts/posts.store';
import { FoundPerson, people } from '@/features/search/found-people';
import { Search } from '@/features/search/search';
import { type ResultKinds, resultsOf } from '@/features/search/search.queries';
import { SocietyCard } from '@/features/societies/society-card';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { societies } from '@/sync/societies';

const kinds: ResultKinds = {
  societies: resultsOf('societies', { entities: societies }),
  events: resultsOf('events', listedEvents),
  posts: resultsOf('posts', { entities: posts, onFetched: setCurrentUpTo }),
  people: resultsOf('people', { entities: people }),
};
const components = { societies: SocietyCard, events: EventCard, posts: PostCard, people: FoundPerson };

/** Page of /search?q={text} or ?query={text}, with &kind= for one kind. */
export default function SearchPage() {
  useRooms([roomOf('societies'), roomOf('events'), ...(useUser() ? [roomOf('feed'), roomOf('mine')] : [])]);
  useEventsClock();
  return (
    <div className="page">
      <Search kinds={kinds} components={components} />
    </div>
  );
}
