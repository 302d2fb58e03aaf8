import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getMyTickets, getTickets, type Ticket, type TicketStatus, ticketUpdated } from '#models/contract/support';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

const tickets = createEntities<Ticket>({});
const key = ['tickets'];

/** Takes a ticket as an answer gave it; the lists and their counts follow. */
export function takeTicket(ticket: Ticket): void {
  tickets.merge([ticket]);
  void cancelAndInvalidate(key);
}

/** A ticket was written: the lists have one more. */
export const hasNewTicket = (): void => void cancelAndInvalidate(key);

/** An answer, a new state, or a new ticket: the message leaves out the address of who wrote without an account. */
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

const from = (cursor: string) => (cursor ? { cursor } : {});
const idsOf = (pages: readonly { ids: string[] }[] | undefined): string[] => pages?.flatMap(({ ids }) => ids) ?? [];

/** The reader's own tickets, newest first, page by page, with the answers as they come. */
export function useMyTickets() {
  useTicketsLive();
  const query = useInfiniteQuery({
    queryKey: [...key, 'own'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(getMyTickets, from(pageParam), { signal });
      return { ids: tickets.merge(data), next };
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
  return { query, items: tickets.useList(idsOf(query.data?.pages)) };
}

/** Everybody's tickets of one state, newest first, page by page, for platform admins; their page is in `support`. */
export function useTickets(status: TicketStatus) {
  useTicketsLive();
  const query = useInfiniteQuery({
    queryKey: [...key, 'all', status],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next, counts } = await api(getTickets, { status, ...from(pageParam) }, { signal });
      return { ids: tickets.merge(data), next, counts };
    },
    getNextPageParam: ({ next }) => next,
    meta: { failure: false, persist: false },
  });
  const items = tickets.useList(idsOf(query.data?.pages)).filter((ticket) => ticket.Status === status);
  return { query, items, counts: query.data?.pages[0]?.counts };
}
