import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getMyTickets, getTickets, type Ticket, type TicketStatus, ticketUpdated } from '#models/contract/support';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { onMessage } from '@/lib/live';
import { askAnew } from '@/lib/query';

const tickets = createEntities<Ticket>({});
const key = ['tickets'];

/** An answer, a new state, or a new ticket: the message leaves out the address of who wrote without an account. */
function useTicketsLive(): void {
  useEffect(
    () =>
      onMessage(ticketUpdated, ({ ticket }) => {
        tickets.patch(ticket.ID, ticket);
        void askAnew(key);
      }),
    [],
  );
}

/** The reader's own tickets, newest first, with the answers as they come. */
export function useMyTickets() {
  useTicketsLive();
  const query = useQuery({
    queryKey: [...key, 'own'],
    queryFn: async ({ signal }) => tickets.merge((await api(getMyTickets, {}, { signal })).data),
    meta: { failure: false },
  });
  return { query, items: tickets.useList(query.data ?? []) };
}

/** Everybody's tickets of one state, newest first, for platform admins; their page is in `support`. */
export function useTickets(status: TicketStatus) {
  useTicketsLive();
  const query = useQuery({
    queryKey: [...key, 'all', status],
    queryFn: async ({ signal }) => {
      const { data, counts } = await api(getTickets, { status }, { signal });
      return { ids: tickets.merge(data), counts };
    },
    meta: { failure: false },
  });
  const items = tickets.useList(query.data?.ids ?? []).filter((ticket) => ticket.Status === status);
  return { query, items, counts: query.data?.counts };
}
