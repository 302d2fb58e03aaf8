import type { PayloadOf } from '#models/contract/define';
import { postLikes, postRemoved } from '#models/contract/posts';
import { cardsTrending, getTrendingPosts } from '#models/contract/trending';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { orElse } from '@/sync/fallback';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';
import { societyRef } from '@/sync/societies';

/** Number of posts on the home page's card, and on the page. */
export const shownOnCard = 3;
export const shownOnPage = 20;
/** Most posts in a message. */
const maxMessageItems = 10;
export type TrendingItem = PayloadOf<typeof cardsTrending>['items'][number];

const trending = createEntities<TrendingItem>({
  name: 'trending',
  orderedBy: { rev: ['Likes', 'CommentsCount', 'Comments'] },
  refs: [
    personRef<TrendingItem>('User', { Name: 'User_Name', Image: 'User_Image' }),
    societyRef<TrendingItem>('Society_ID', { Name: 'Society_Name', Category: 'Society_Category' }),
  ],
});

const ranking = defineList({
  key: ['trending'],
  call: getTrendingPosts,
  input: ({ limit }: { limit: number }) => ({ limit, days: 7 }),
  entities: trending,
  access: true,
  fetch: orElse<typeof getTrendingPosts, { limit: number }>(async ({ limit }, signal) =>
    (await import('./trending-fallback')).mostReacted(limit, signal),
  ),
});

/** The posts with the highest trending score, updated by messages. */
export function useTrending(limit: typeof shownOnCard | typeof shownOnPage) {
  const { query, items } = ranking.useItems({ limit });
  return { query, items: items.slice(0, limit) };
}

registerEffects('trending', [
  // A longer list on the screen is refetched, since a message has only its head.
  on(cardsTrending, ({ items, computedAt }) =>
    ranking.replace(({ limit }) => (items.length < maxMessageItems || items.length >= limit ? items : null), computedAt),
  ),
  // Removes a post at once and refetches, so that the next post takes its place.
  on(postRemoved, ({ post_id, version }) => {
    const isShown = trending.get(post_id) !== undefined;
    if (trending.remove(post_id, version) && isShown) void ranking.refetch();
  }),
  // Counts arrive if the post's card is on the screen too, so both show the same.
  on(postLikes, ({ post_id, ...counts }) => trending.patch(post_id, counts)),
]);
