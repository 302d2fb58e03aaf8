import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getMyTickets, getTickets, type Ticket, type TicketStatus, ticketUpdated } from '#models/contract/support';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

const tickets = createEntities<Ticket>({});
const key = ['tickets'];

/** Merges the ticket of an answer, and refetches lists and counts. */
export function mergeTicket(ticket: Ticket): void {
  tickets.merge([ticket]);
  void cancelAndInvalidate(key);
}

/** Refetches the lists after a new ticket. */
export const refetchTickets = (): void => void cancelAndInvalidate(key);

/** Handles ticket messages. These lack the address of writers without an account, so the lists are refetched. */
function useTicketsLive(): void {
  useEffect(
    () =>
      onMessage(ticketUpdated, ({ ticket }) => {
        tickets.patch(ticket.ID, ticket);
        void cancelAndInvalidate(key);
      }),
    [],
  );
}

const cursorParam = (cursor: string) => (cursor ? { cursor } : {});
const idsOf = (pages: readonly { ids: string[] }[] | undefined): string[] => pages?.flatMap(({ ids }) => ids) ?? [];

/** Loads the viewer's tickets page by page, newest first, and updates them live. */
export function useMyTickets() {
  useTicketsLive();
  const query = useInfiniteQuery({
    queryKey: [...key, 'own'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getMyTickets, cursorParam(pageParam), { signal });
      return { ids: tickets.merge(data), next };
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
  return { query, items: tickets.useList(idsOf(query.data?.pages)) };
}

/** Loads all tickets of one status page by page, newest first, for platform admins; the page joins the room `support`. */
export function useTickets(status: TicketStatus) {
  useTicketsLive();
  const query = useInfiniteQuery({
    queryKey: [...key, 'all', status],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next, counts } = await api(getTickets, { status, ...cursorParam(pageParam) }, { signal });
      return { ids: tickets.merge(data), next, counts };
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
  const items = tickets.useList(idsOf(query.data?.pages)).filter((ticket) => ticket.Status === status);
  return { query, items, counts: query.data?.pages[0]?.counts };
}
