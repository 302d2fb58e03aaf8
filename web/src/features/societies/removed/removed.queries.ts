import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { societyCreated } from '#models/contract/societies';
import { getRemoved, societyRemoved } from '#models/contract/society-removal';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

const removedKey = ['societies', 'removed'];

/** Refetches the list after a deletion or restore. */
export const refetchRemoved = (): Promise<void> => cancelAndInvalidate(removedKey);

/** Loads restorable societies page by page, last deleted first. */
export function useRemoved() {
  useEffect(() => {
    return combineStops([onMessage(societyRemoved, refetchRemoved), onMessage(societyCreated, refetchRemoved)]);
  }, []);
  const query = useInfiniteQuery({
    queryKey: removedKey,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getRemoved, pageParam ? { cursor: pageParam } : {}, { signal });
      return { data, next };
    },
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });
  return { query, items: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
