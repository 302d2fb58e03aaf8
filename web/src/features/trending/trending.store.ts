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
import { hear, heardSoFar } from '@/lib/heard';
import { onMessage } from '@/lib/live';
import { askAnew, queryClient } from '@/lib/query';

const shown = 3;
const days = 7;
const key = ['trending'];
export type TrendingItem = PayloadOf<typeof cardsTrending>['items'][number];

/** When the list came live: an answer that was asked for before that says nothing new. */
let heard = 0;
/** When the list that came last was computed: two workers may tell of theirs the other way round. */
let newest = '';
/** What was removed stays away, also from a list that was computed before. */
const removed = new Set<string>();
onClear(() => {
  newest = '';
  removed.clear();
});

/** A list without what is gone, and with no count older than what is shown. */
function listed(items: readonly TrendingItem[]): TrendingItem[] {
  const known = new Map(queryClient.getQueryData<TrendingItem[]>(key)?.map((item) => [item.ID, item]));
  return items.filter(({ ID }) => !removed.has(ID)).map((item) => withCounts(item, known.get(item.ID)));
}

type Counts = Pick<TrendingItem, 'Likes' | 'CommentsCount' | 'rev'>;
const withCounts = (item: TrendingItem, counts: Counts | undefined): TrendingItem =>
  counts && counts.rev > item.rev
    ? { ...item, Likes: counts.Likes, CommentsCount: counts.CommentsCount, Comments: counts.CommentsCount, rev: counts.rev }
    : item;

async function fetchTrending(signal: AbortSignal): Promise<TrendingItem[]> {
  const asked = heardSoFar();
  const { data } = await api(getTrendingPosts, { limit: shown, days }, { signal });
  return (heard > asked && queryClient.getQueryData<TrendingItem[]>(key)) || listed(data);
}

const change = (next: (items: TrendingItem[]) => TrendingItem[]): void =>
  void queryClient.setQueryData<TrendingItem[]>(key, (items) => items && next(items));

function onTrending({ items, computedAt }: PayloadOf<typeof cardsTrending>): void {
  if (computedAt < newest) return;
  newest = computedAt;
  heard = hear();
  queryClient.setQueryData(key, listed(items).slice(0, shown));
}

/** The next in line takes its place. */
function onRemoved({ post_id }: PayloadOf<typeof postRemoved>): void {
  if (removed.has(post_id)) return;
  removed.add(post_id);
  if (!queryClient.getQueryData<TrendingItem[]>(key)?.some(({ ID }) => ID === post_id)) return;
  change(listed);
  fetchAgain();
}

/** Heard while the post's own card is on the screen too: the counts of both are the same. */
const onCounts = ({ post_id, ...counts }: PayloadOf<typeof postLikes>): void =>
  change((items) => items.map((item) => (item.ID === post_id ? withCounts(item, counts) : item)));

const onSociety = ({ ID, Name }: PayloadOf<typeof societyUpdated>): void =>
  change((items) => items.map((item) => (item.Society_ID === ID ? { ...item, Society_Name: Name } : item)));

const fetchAgain = (): void => void askAnew(key);

/** A block changes whose posts one sees. */
function onOwn({ kind }: PayloadOf<typeof ownChanged>): void {
  if (kind === 'block' || kind === 'privacy') fetchAgain();
}

/** The posts that move most, in their order, kept true while they are on the screen. */
export function useTrending() {
  useEffect(() => {
    const ends = [
      onMessage(cardsTrending, onTrending),
      onMessage(postRemoved, onRemoved),
      onMessage(postLikes, onCounts),
      onMessage(societyUpdated, onSociety),
      onMessage(societyVisibility, fetchAgain),
      onMessage(societyRemoved, fetchAgain),
      onMessage(ownChanged, onOwn),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => fetchTrending(signal), meta: { failure: false } });
}
