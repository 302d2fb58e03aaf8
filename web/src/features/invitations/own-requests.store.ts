import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getOwnRequests, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

const key = ['join-requests', 'sent'];

export const refetchOwnRequests = (): Promise<void> => cancelAndInvalidate(key);

/** The viewer's own open requests, newest first. Admins also receive messages about others' requests, which only cost a refetch. */
export function useOwnRequests() {
  useEffect(() => {
    const refetch = () => void refetchOwnRequests();
    return combineStops([
      onMessage(joinRequestCreated, refetch),
      onMessage(joinRequestDecided, refetch),
      onMessage(joinRequestWithdrawn, refetch),
    ]);
  }, []);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api(getOwnRequests, pageParam ? { cursor: pageParam } : {}, { signal }),
    getNextPageParam: ({ next }) => next,
  });
  return { query, items: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
