import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { getAllSocieties, getSocietyInfo, getStatistics, type Society } from '#models/contract/societies';
import { ApiError, api } from '@/lib/api';
import { readClock } from '@/sync/logical-clock';
import type { DiscoveryFilter } from './discovery-filter';
import { mergeFetched, societies } from './societies.store';

export const keys = {
  list: ['societies', 'list'],
  statistics: ['societies', 'statistics'],
  own: ['societies', 'own'],
  info: (id: string) => ['societies', 'info', id],
} as const;

const pageSize = 20;
const isId = (id: string): boolean => /^[0-9a-f]{24}$/.test(id);

/** Loads societies for discovery page by page, largest first or by trend. */
export function useSocietyList({ q, category, isTrending }: DiscoveryFilter) {
  const query = useInfiniteQuery({
    queryKey: [...keys.list, q, category, isTrending],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = readClock();
      const filter = { ...(q ? { q } : {}), ...(category ? { category } : {}), ...(isTrending ? { filter: 'trending' as const } : {}) };
      const { data, next } = await api(
        getAllSocieties,
        { limit: pageSize, ...filter, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      );
      return { ids: mergeFetched(data, requestedAt), next };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  return { query, ids };
}

export const useStatistics = () =>
  useQuery({
    queryKey: keys.statistics,
    queryFn: async ({ signal }) => (await api(getStatistics, {}, { signal })).data,
  });

const isMissing = (error: unknown): boolean => error instanceof ApiError && (error.status === 404 || error.status === 400);

async function fetchSociety(id: string, signal: AbortSignal): Promise<string> {
  const requestedAt = readClock();
  try {
    const { data } = await api(getSocietyInfo, { society_id: id }, { signal });
    mergeFetched([data], requestedAt);
    return id;
  } catch (error) {
    if (isMissing(error)) societies.drop(id);
    throw error;
  }
}

export type SocietyState = { is: 'there'; society: Society } | { is: 'missing' } | { is: 'failed'; retry: () => void } | { is: 'loading' };

/** Loads one society; shows the cached one while fetching and after a failed refetch. */
export function useSociety(id: string): SocietyState {
  const { isSuccess, isError, error, refetch } = useQuery({
    queryKey: keys.info(id),
    queryFn: ({ signal }) => fetchSociety(id, signal),
    enabled: isId(id),
  });
  const society = societies.useOne(id);
  const isCleared = isSuccess && !society;
  // Refetch after another user signed in, which cleared the entities of the previous one.
  useEffect(() => {
    if (isCleared) void refetch();
  }, [isCleared, refetch]);
  if (!isId(id) || isMissing(error)) return { is: 'missing' };
  if (society) return { is: 'there', society };
  return isError ? { is: 'failed', retry: () => void refetch() } : { is: 'loading' };
}
