import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cardsTrending, getTrendingPosts } from '#models/contract/analytics';
import type { PayloadOf } from '#models/contract/define';
import { postLikes, postRemoved } from '#models/contract/posts';
import { societyRemoved } from '#models/contract/society-removal';
import { societyUpdated, societyVisibility } from '#models/contract/society-settings';
import { ownChanged } from '#models/contract/users';
import { api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { combineStops, onMessage } from '@/lib/live';
import { advanceClock, readClock } from '@/lib/logical-clock';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { withFallback } from '@/lib/with-fallback';

/** How many posts the card of the home page has, and how many the page. */
export const shownOnCard = 3;
export const shownOnPage = 20;
/** A message tells of no more. */
const mostTold = 10;
const days = 7;
const key = ['trending'];
const keyOf = (shown: number) => [...key, shown] as const;
export type TrendingItem = PayloadOf<typeof cardsTrending>['items'][number];

/** When each list came live: an answer that was asked for before that says nothing new. */
const heard = new Map<number, number>();
/** When the list that came last was computed: two workers may tell of theirs the other way round. */
let newest = '';
/** Removed posts: a list that was computed earlier does not bring them back. */
const removed = new Set<string>();
onClear(() => {
  newest = '';
  heard.clear();
  removed.clear();
});

const listOf = (shown: number): TrendingItem[] | undefined => queryClient.getQueryData<TrendingItem[]>(keyOf(shown));

/** A list without what is gone, and with no count older than what is shown. */
function listed(items: readonly TrendingItem[], shown: number): TrendingItem[] {
  const known = new Map(listOf(shown)?.map((item) => [item.ID, item]));
  const left = items.filter(({ ID }) => !removed.has(ID)).map((item) => withCounts(item, known.get(item.ID)));
  return left.slice(0, shown);
}

type Counts = Pick<TrendingItem, 'Likes' | 'CommentsCount' | 'rev'>;
const withCounts = (item: TrendingItem, counts: Counts | undefined): TrendingItem =>
  counts && counts.rev > item.rev
    ? { ...item, Likes: counts.Likes, CommentsCount: counts.CommentsCount, Comments: counts.CommentsCount, rev: counts.rev }
    : item;

async function fetchTrending(shown: number, signal: AbortSignal): Promise<TrendingItem[]> {
  const asked = readClock();
  const trending = api(getTrendingPosts, { limit: shown, days }, { signal }).then((answer) => answer.data);
  const data = await withFallback<TrendingItem[]>(trending, signal, async () =>
    (await import('./trending-fallback')).mostReacted(shown, signal),
  );
  return ((heard.get(shown) ?? 0) > asked && listOf(shown)) || listed(data, shown);
}

/** Those of the card and of the page, where they are wanted, also before the first answer. */
const wanted = (): number[] => [shownOnCard, shownOnPage].filter((shown) => queryClient.getQueryState(keyOf(shown)) !== undefined);

const change = (next: (items: TrendingItem[], shown: number) => TrendingItem[]): void =>
  wanted().forEach((shown) => {
    queryClient.setQueryData<TrendingItem[]>(keyOf(shown), (items) => items && next(items, shown));
  });

/** The head of the list. Where a longer one is on the screen, the rest of it is asked for. */
function onTrending({ items, computedAt }: PayloadOf<typeof cardsTrending>): void {
  if (computedAt < newest) return;
  newest = computedAt;
  for (const shown of wanted()) {
    if (items.length >= mostTold && items.length < shown) {
      void cancelAndInvalidate(keyOf(shown));
      continue;
    }
    heard.set(shown, advanceClock());
    queryClient.setQueryData(keyOf(shown), listed(items, shown));
  }
}

/** The next in line takes its place. */
function onRemoved({ post_id }: PayloadOf<typeof postRemoved>): void {
  if (removed.has(post_id)) return;
  removed.add(post_id);
  if (!wanted().some((shown) => listOf(shown)?.some(({ ID }) => ID === post_id))) return;
  change(listed);
  fetchAgain();
}

/** Heard while the post's own card is on the screen too: the counts of both are the same. */
const onCounts = ({ post_id, ...counts }: PayloadOf<typeof postLikes>): void =>
  change((items) => items.map((item) => (item.ID === post_id ? withCounts(item, counts) : item)));

const onSociety = ({ ID, Name }: PayloadOf<typeof societyUpdated>): void =>
  change((items) => items.map((item) => (item.Society_ID === ID ? { ...item, Society_Name: Name } : item)));

const fetchAgain = (): void => void cancelAndInvalidate(key);

/** A block changes whose posts one sees. */
function onOwn({ kind }: PayloadOf<typeof ownChanged>): void {
  if (kind === 'block' || kind === 'privacy') fetchAgain();
}

/** So many of the posts that move most, in their order, kept true while they are on the screen. */
export function useTrending(shown: typeof shownOnCard | typeof shownOnPage) {
  useEffect(() => {
    return combineStops([
      onMessage(cardsTrending, onTrending),
      onMessage(postRemoved, onRemoved),
      onMessage(postLikes, onCounts),
      onMessage(societyUpdated, onSociety),
      onMessage(societyVisibility, fetchAgain),
      onMessage(societyRemoved, fetchAgain),
      onMessage(ownChanged, onOwn),
    ]);
  }, []);
  return useQuery({ queryKey: keyOf(shown), queryFn: ({ signal }) => fetchTrending(shown, signal), meta: { failure: false } });
}
