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
import { readClock } from '@/lib/logical-clock';
import { cancelAndInvalidate } from '@/lib/query';
import { useSession } from '@/lib/session';

type Found = DataOf<typeof searchAll>;
export type Counts = CountsOf<typeof searchAll>;

/** What had been heard, and up to which place of the live stream, when it was asked. */
export interface Asked {
  heard: number;
  place: string | null;
}

/** Where found things are kept, kind by kind: each answers the ids of those that it took. */
export type Keepers = { [K in SearchKind]: (found: Found[K], asked: Asked) => string[] };

const keys = { all: ['search'], first: (q: string) => ['search', 'first', q], kind: (q: string, kind: SearchKind) => ['search', kind, q] };
const pageSize = 20;
export const noCounts: Counts = { societies: 0, events: 0, posts: 0, people: 0, at_least: [] };

/** How many there are of one kind, '1,000+' where there may be more. */
export const countText = (counts: Counts, kind: SearchKind): string => formatCount(counts[kind], counts.at_least.includes(kind));
const now = (): Asked => ({ heard: readClock(), place: currentStreamId() });

async function fetchFirst(q: string, keepers: Keepers, signal: AbortSignal) {
  const asked = now();
  const { data, counts = noCounts } = await api(searchAll, { q }, { signal });
  const keep = <K extends SearchKind>(kind: K): string[] => keepers[kind](data[kind], asked);
  const ids = Object.fromEntries(searchKinds.map((kind) => [kind, keep(kind)])) as Record<SearchKind, string[]>;
  return { q, ids, counts };
}

/** The first of each kind for a text, and how many there are. */
export const useFirst = (q: string, keepers: Keepers) =>
  useQuery({
    queryKey: keys.first(q),
    queryFn: ({ signal }) => fetchFirst(q, keepers, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: { failure: false, persist: false },
  });

async function fetchPage<K extends SearchKind>(q: string, kind: K, keep: Keepers[K], cursor: string, signal: AbortSignal) {
  const asked = now();
  const { data, next } = await api(searchAll, { q, kind, limit: pageSize, ...(cursor ? { cursor } : {}) }, { signal });
  return { ids: keep(data[kind], asked), next };
}

/** Everything of one kind for a text, page by page. */
export function useFound<K extends SearchKind>(q: string, kind: K, keepers: Keepers) {
  const query = useInfiniteQuery({
    queryKey: keys.kind(q, kind),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(q, kind, keepers[kind], pageParam, signal),
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  const isLastEmpty = query.data?.pages.at(-1)?.ids.length === 0;
  return { query, ids, isLastEmpty };
}

const searchAnew = (): void => void cancelAndInvalidate(keys.all);

/** What one may see has changed: then so has what is found. */
export function useSearchLive(): void {
  useEffect(() => {
    return combineStops([
      onMessage(membershipChanged, ({ user_id }) => user_id === useSession.getState().user?.ID && searchAnew()),
      onMessage(ownChanged, ({ kind }) => (kind === 'block' || kind === 'privacy') && searchAnew()),
      onMessage(societyVisibility, searchAnew),
      onMessage(societyRemoved, searchAnew),
      onRoomLeft(searchAnew),
    ]);
  }, []);
}
