import type { ActivityItem } from '#models/contract/analytics';
import { type Event, getAllEvents } from '#models/contract/events';
import { getAllPosts, type Post } from '#models/contract/posts';
import { getAllSocieties, type Society } from '#models/contract/societies';
import { api } from '@/lib/api';

/** How many of each kind are looked at, and how many lines that gives at most (specification, section 7). */
const taken = { posts: 3, events: 2, societies: 2 };
const kept = 6;

/** The card words a verb itself, so no action is needed. */
const once = { action: '', count: 1, others: [] };

const ofPost = (post: Post): ActivityItem => ({
  ...once,
  id: post.ID,
  type: 'post',
  verb: 'post.created',
  user: post.User_Name,
  user_id: post.User,
  avatar: post.User_Image,
  target: post.Society_Name,
  link: `/posts/${post.ID}`,
  time: post.CreatedAt,
});

const ofEvent = (event: Event): ActivityItem => ({
  ...once,
  id: event.ID,
  type: 'event',
  verb: 'event.created',
  user: event.Creator_Name,
  user_id: event.User,
  avatar: event.Creator_Image,
  target: event.Title,
  link: `/events/${event.ID}`,
  time: event.CreatedAt,
});

/** A society says the name of its founder, but not the id: such a line leads to nobody's profile. */
const ofSociety = (society: Society): ActivityItem => ({
  ...once,
  id: society.ID,
  type: 'society',
  verb: 'society.created',
  user: society.Creator_Name,
  user_id: '',
  avatar: society.Creator_Image,
  target: society.Name,
  link: `/societies/${society.ID}`,
  time: society.CreatedAt,
});

/** The newest of the first posts, events and societies. One list that fails leaves the others; fails only where all do. */
export async function activityWithoutFeed(signal: AbortSignal): Promise<ActivityItem[]> {
  const lists = await Promise.allSettled([
    api(getAllPosts, { limit: taken.posts }, { signal }).then(({ data }) => data.slice(0, taken.posts).map(ofPost)),
    api(getAllEvents, { limit: taken.events }, { signal }).then(({ data }) => data.slice(0, taken.events).map(ofEvent)),
    api(getAllSocieties, { limit: taken.societies }, { signal }).then(({ data }) => data.slice(0, taken.societies).map(ofSociety)),
  ]);
  const found = lists.filter((list) => list.status === 'fulfilled');
  if (found.length === 0) throw new Error('No list was answered');
  return found
    .flatMap(({ value }) => value)
    .toSorted((a, b) => b.time.localeCompare(a.time))
    .slice(0, kept);
}
