import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getOwnRequests, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

const key = ['join-requests', 'sent'];

export const askOwnRequestsAnew = (): Promise<void> => cancelAndInvalidate(key);

/** The reader's own open requests, newest first; an admin hears of other people's too, which only costs a question. */
export function useOwnRequests() {
  useEffect(() => {
    const anew = () => void askOwnRequestsAnew();
    return combineStops([onMessage(joinRequestCreated, anew), onMessage(joinRequestDecided, anew), onMessage(joinRequestWithdrawn, anew)]);
  }, []);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api(getOwnRequests, pageParam ? { cursor: pageParam } : {}, { signal }),
    getNextPageParam: ({ next }) => next,
    meta: { failure: false },
  });
  return { query, items: query.data?.pages.flatMap(({ data }) => data) ?? [] };
}
