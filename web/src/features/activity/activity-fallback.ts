import type { ActivityItem } from '#models/contract/activity';
import { type Event, getAllEvents } from '#models/contract/events';
import { getAllPosts, type Post } from '#models/contract/posts';
import { getAllSocieties, type Society } from '#models/contract/societies';
import { api } from '@/lib/api';

/** Numbers of fetched things by kind, and of resulting lines (specification, section 7). */
const limits = { posts: 3, events: 2, societies: 2 };
const maxLines = 6;

/** Fields of an item that is not grouped; `action` is empty, since the card translates known verbs itself. */
const ungrouped = { action: '', count: 1, others: [] };

const ofPost = (post: Post): ActivityItem => ({
  ...ungrouped,
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
  ...ungrouped,
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

/** Without `user_id`, since a society has its founder's name, but not the id. */
const ofSociety = (society: Society): ActivityItem => ({
  ...ungrouped,
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

/** Activity composed of the newest posts, events and societies. Fails only if all three lists fail. */
export async function activityWithoutFeed(signal: AbortSignal): Promise<ActivityItem[]> {
  const lists = await Promise.allSettled([
    api(getAllPosts, { limit: limits.posts }, { signal }).then(({ data }) => data.slice(0, limits.posts).map(ofPost)),
    api(getAllEvents, { limit: limits.events }, { signal }).then(({ data }) => data.slice(0, limits.events).map(ofEvent)),
    api(getAllSocieties, { limit: limits.societies }, { signal }).then(({ data }) => data.slice(0, limits.societies).map(ofSociety)),
  ]);
  const found = lists.filter((list) => list.status === 'fulfilled');
  if (found.length === 0) throw new Error('No list was answered');
  return found
    .flatMap(({ value }) => value)
    .toSorted((a, b) => b.time.localeCompare(a.time))
    .slice(0, maxLines);
}
