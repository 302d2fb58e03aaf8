import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { CountsOf, DataOf } from '#models/contract/define';
import { membershipChanged } from '#models/contract/members';
import { type SearchKind, searchAll, searchKinds } from '#models/contract/search';
import { societyRemoved } from '#models/contract/society-removal';
import { societyVisibility } from '#models/contract/society-settings';
import { ownChanged } from '#models/contract/users';
import { api } from '@/lib/api';
import { formatCount } from '@/lib/format';
import { combineStops, currentStreamId, onMessage, onRoomLeft } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { useSession } from '@/lib/session';
import { readClock } from '@/sync/logical-clock';

type SearchData = DataOf<typeof searchAll>;
export type SearchCounts = CountsOf<typeof searchAll>;

/** Logical clock and stream id from before a request was sent. */
interface RequestTime {
  requestedAt: number;
  streamId: string | null;
}

/** Merges results of each kind into its entity store; returns their ids. */
export type Mergers = { [K in SearchKind]: (fetched: SearchData[K], requestTime: RequestTime) => string[] };

const keys = { all: ['search'], first: (q: string) => ['search', 'first', q], kind: (q: string, kind: SearchKind) => ['search', kind, q] };
const pageSize = 20;
export const noCounts: SearchCounts = { societies: 0, events: 0, posts: 0, people: 0, at_least: [] };

/** Count of one kind, '1,000+' if there may be more than were counted. */
export const countText = (counts: SearchCounts, kind: SearchKind): string => formatCount(counts[kind], counts.at_least.includes(kind));
const requestTimeNow = (): RequestTime => ({ requestedAt: readClock(), streamId: currentStreamId() });

async function fetchFirst(q: string, mergers: Mergers, signal: AbortSignal) {
  const requestTime = requestTimeNow();
  const { data, counts = noCounts } = await api(searchAll, { q }, { signal });
  const merge = <K extends SearchKind>(kind: K): string[] => mergers[kind](data[kind], requestTime);
  const ids = Object.fromEntries(searchKinds.map((kind) => [kind, merge(kind)])) as Record<SearchKind, string[]>;
  return { q, ids, counts };
}

/** Loads the first results of each kind, and the counts. */
export const useFirstResults = (q: string, mergers: Mergers) =>
  useQuery({
    queryKey: keys.first(q),
    queryFn: ({ signal }) => fetchFirst(q, mergers, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: { persist: false },
  });

async function fetchPage<K extends SearchKind>(q: string, kind: K, merge: Mergers[K], cursor: string, signal: AbortSignal) {
  const requestTime = requestTimeNow();
  const { data, next } = await api(searchAll, { q, kind, limit: pageSize, ...(cursor ? { cursor } : {}) }, { signal });
  return { ids: merge(data[kind], requestTime), next };
}

/** Loads all results of one kind, page by page. */
export function useResultsOfKind<K extends SearchKind>(q: string, kind: K, mergers: Mergers) {
  const query = useInfiniteQuery({
    queryKey: keys.kind(q, kind),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(q, kind, mergers[kind], pageParam, signal),
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  const isLastEmpty = query.data?.pages.at(-1)?.ids.length === 0;
  return { query, ids, isLastEmpty };
}

const refetchSearch = (): void => void cancelAndInvalidate(keys.all);

/** Refetches results when the viewer's rights may have changed. */
export function useSearchLive(): void {
  useEffect(() => {
    return combineStops([
      onMessage(membershipChanged, ({ user_id }) => user_id === useSession.getState().user?.ID && refetchSearch()),
      onMessage(ownChanged, ({ kind }) => (kind === 'block' || kind === 'privacy') && refetchSearch()),
      onMessage(societyVisibility, refetchSearch),
      onMessage(societyRemoved, refetchSearch),
      onRoomLeft(refetchSearch),
    ]);
  }, []);
}
