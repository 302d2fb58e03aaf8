import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getMyTickets, getTickets, type SupportRequest, type SupportRequestStatus, supportRequestUpdated } from '#models/contract/support';
import { api } from '@/lib/api';
import { onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { createEntities } from '@/sync/entities';

const requests = createEntities<SupportRequest>({});
const key = ['tickets'];

/** Merges the request of an answer, and refetches lists and counts. */
export function mergeRequest(request: SupportRequest): void {
  requests.merge([request]);
  void cancelAndInvalidate(key);
}

/** Refetches the lists after a new request. */
export const refetchRequests = (): void => void cancelAndInvalidate(key);

/** Handles request messages. These lack the address of writers without an account, so the lists are refetched. */
function useRequestsLive(): void {
  useEffect(
    () =>
      onMessage(supportRequestUpdated, ({ ticket }) => {
        requests.patch(ticket.ID, ticket);
        void cancelAndInvalidate(key);
      }),
    [],
  );
}

const cursorParam = (cursor: string) => (cursor ? { cursor } : {});
const idsOf = (pages: readonly { ids: string[] }[] | undefined): string[] => pages?.flatMap(({ ids }) => ids) ?? [];

/** Loads the viewer's requests page by page, newest first, and updates them live. */
export function useMyRequests() {
  useRequestsLive();
  const query = useInfiniteQuery({
    queryKey: [...key, 'own'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getMyTickets, cursorParam(pageParam), { signal });
      return { ids: requests.merge(data), next };
    },
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });
  return { query, items: requests.useList(idsOf(query.data?.pages)) };
}

/** Loads all requests of one status page by page, newest first, for platform admins; the page joins the room `support`. */
export function useRequests(status: SupportRequestStatus) {
  useRequestsLive();
  const query = useInfiniteQuery({
    queryKey: [...key, 'all', status],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next, counts } = await api(getTickets, { status, ...cursorParam(pageParam) }, { signal });
      return { ids: requests.merge(data), next, counts };
    },
    getNextPageParam: ({ next }) => next,
    meta: { persist: false },
  });
  const items = requests.useList(idsOf(query.data?.pages)).filter((request) => request.Status === status);
  return { query, items, counts: query.data?.pages[0]?.counts };
}
