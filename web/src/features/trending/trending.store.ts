import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { postLikes, postRemoved } from '#models/contract/posts';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import { cardsTrending, getTrendingPosts } from '#models/contract/trending';
import { ownChanged } from '#models/contract/users';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { withFallback } from '@/lib/with-fallback';
import { advanceClock, readClock } from '@/sync/logical-clock';

/** Number of posts on the home page's card, and on the page. */
export const shownOnCard = 3;
export const shownOnPage = 20;
/** Most posts in a message. */
const maxMessageItems = 10;
const days = 7;
const key = ['trending'];
const keyOf = (size: number) => [...key, size] as const;
export type TrendingItem = PayloadOf<typeof cardsTrending>['items'][number];

/** Logical time at which each list was received in a message, by size: answers requested earlier are stale. */
const receivedAt = new Map<number, number>();
/** Computation time of the newest list in a message: messages of two workers may arrive out of order. */
let newestComputedAt = '';
/** Removed posts, omitted from lists computed earlier. */
const removed = new Set<string>();
onUserChange(() => {
  newestComputedAt = '';
  receivedAt.clear();
  removed.clear();
});

const listOf = (size: number): TrendingItem[] | undefined => queryClient.getQueryData<TrendingItem[]>(keyOf(size));

/** The posts of a list without removed ones, with counts no older than those shown. */
function visibleItems(items: readonly TrendingItem[], size: number): TrendingItem[] {
  const current = new Map(listOf(size)?.map((item) => [item.ID, item]));
  const visible = items.filter(({ ID }) => !removed.has(ID)).map((item) => withCounts(item, current.get(item.ID)));
  return visible.slice(0, size);
}

type Counts = Pick<TrendingItem, 'Likes' | 'CommentsCount' | 'rev'>;
const withCounts = (item: TrendingItem, counts: Counts | undefined): TrendingItem =>
  counts && counts.rev > item.rev
    ? { ...item, Likes: counts.Likes, CommentsCount: counts.CommentsCount, Comments: counts.CommentsCount, rev: counts.rev }
    : item;

async function fetchTrending(size: number, signal: AbortSignal): Promise<TrendingItem[]> {
  const requestedAt = readClock();
  const trending = api(getTrendingPosts, { limit: size, days }, { signal }).then((answer) => answer.data);
  const data = await withFallback<TrendingItem[]>(trending, signal, async () =>
    (await import('./trending-fallback')).mostReacted(size, signal),
  );
  return ((receivedAt.get(size) ?? 0) > requestedAt && listOf(size)) || visibleItems(data, size);
}

/** Sizes of the lists in use, also before their first answer. */
const activeSizes = (): number[] => [shownOnCard, shownOnPage].filter((size) => queryClient.getQueryState(keyOf(size)) !== undefined);

const updateLists = (next: (items: TrendingItem[], size: number) => TrendingItem[]): void =>
  activeSizes().forEach((size) => {
    queryClient.setQueryData<TrendingItem[]>(keyOf(size), (items) => items && next(items, size));
  });

/** Applies a broadcast list; a longer list on the screen is refetched, since a message has only its head. */
function onTrending({ items, computedAt }: PayloadOf<typeof cardsTrending>): void {
  if (computedAt < newestComputedAt) return;
  newestComputedAt = computedAt;
  for (const size of activeSizes()) {
    if (items.length >= maxMessageItems && items.length < size) {
      void cancelAndInvalidate(keyOf(size));
      continue;
    }
    receivedAt.set(size, advanceClock());
    queryClient.setQueryData(keyOf(size), visibleItems(items, size));
  }
}

/** Removes a post at once and refetches, so that the next post takes its place. */
function onRemoved({ post_id }: PayloadOf<typeof postRemoved>): void {
  if (removed.has(post_id)) return;
  removed.add(post_id);
  if (!activeSizes().some((size) => listOf(size)?.some(({ ID }) => ID === post_id))) return;
  updateLists(visibleItems);
  refetchTrending();
}

/** Applies counts that arrive if the post's card is on the screen too, so both show the same. */
const onCounts = ({ post_id, ...counts }: PayloadOf<typeof postLikes>): void =>
  updateLists((items) => items.map((item) => (item.ID === post_id ? withCounts(item, counts) : item)));

const onSocietyUpdated = ({ ID, Name }: PayloadOf<typeof societyUpdated>): void =>
  updateLists((items) => items.map((item) => (item.Society_ID === ID ? { ...item, Society_Name: Name } : item)));

const refetchTrending = (): void => void cancelAndInvalidate(key);

/** Refetches after a block or privacy change, which changes the visible posts. */
function onOwnChanged({ kind }: PayloadOf<typeof ownChanged>): void {
  if (kind === 'block' || kind === 'privacy') refetchTrending();
}

/** The posts with the highest trending score, updated by messages. */
export function useTrending(size: typeof shownOnCard | typeof shownOnPage) {
  useEffect(() => {
    return combineStops([
      onMessage(cardsTrending, onTrending),
      onMessage(postRemoved, onRemoved),
      onMessage(postLikes, onCounts),
      onMessage(societyUpdated, onSocietyUpdated),
      onMessage(societyVisibility, refetchTrending),
      onMessage(societyRemoved, refetchTrending),
      onMessage(ownChanged, onOwnChanged),
    ]);
  }, []);
  return useQuery({ queryKey: keyOf(size), queryFn: ({ signal }) => fetchTrending(size, signal) });
}
