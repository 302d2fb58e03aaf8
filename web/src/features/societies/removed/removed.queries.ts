import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { societyCreated } from '#models/contract/societies';
import { getRemoved, societyRemoved } from '#models/contract/society-removal';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

const key = ['societies', 'removed'];

/** Somebody brought one back, or deleted one. */
export const removedChanged = (): Promise<void> => cancelAndInvalidate(key);

/** The societies that can be brought back, the one that was deleted last first, page by page. */
export function useRemoved() {
  useEffect(() => {
    return combineStops([onMessage(societyRemoved, removedChanged), onMessage(societyCreated, removedChanged)]);
  }, []);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getRemoved, pageParam ? { cursor: pageParam } : {}, { signal });
      return { data, next };
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
  return { query, items: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
