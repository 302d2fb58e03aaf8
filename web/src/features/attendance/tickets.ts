import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getMyTicket } from '#models/contract/check-in';
import type { Event } from '#models/contract/events';
import { ApiError, api } from '@/lib/api';
import { currentOwner, readStored, useOwner, writeStored } from './user-storage';

/** Event fields shown on a ticket. */
export type TicketEvent = Pick<Event, 'ID' | 'Title' | 'Date' | 'Time' | 'Location' | 'Is_Online'>;

/** A ticket as stored in this browser for offline use. */
export interface StoredTicket extends TicketEvent {
  code: string;
  Name: string;
  Checked_In_At: string | null;
}

const dayMs = 24 * 60 * 60_000;
/** Allows two extra days, since the viewer's time zone may differ from the event's. */
const isOver = ({ Date: day }: StoredTicket, now: number): boolean => now - Date.parse(day) > 3 * dayMs;

function changeStored(change: (stored: Record<string, StoredTicket>) => Record<string, StoredTicket>): void {
  const owner = currentOwner();
  if (owner === null) return;
  const stored = Object.entries(readStored<StoredTicket>('tickets', owner)).filter(([, ticket]) => !isOver(ticket, Date.now()));
  writeStored('tickets', owner, change(Object.fromEntries(stored)));
}

const storeTicket = (ticket: StoredTicket): void => changeStored((stored) => ({ ...stored, [ticket.ID]: ticket }));

/** Removes the stored ticket of an event. */
export const removeStoredTicket = (eventId: string): void => changeStored(({ [eventId]: _removed, ...rest }) => rest);

async function fetchTicket(event: TicketEvent, signal: AbortSignal) {
  try {
    const { data } = await api(getMyTicket, { event_id: event.ID }, { signal });
    const { ID, Title, Date: day, Time, Location, Is_Online } = event;
    const { code, Name, Checked_In_At } = data;
    storeTicket({ ID, Title, Date: day, Time, Location, Is_Online, code, Name, Checked_In_At });
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) removeStoredTicket(event.ID);
    throw error;
  }
}

/**
 * The viewer's ticket of an event they attend. `version` is their attendance's version: it changes with a check-in or a new
 * seat, and the ticket is fetched again.
 */
export const useTicket = (event: TicketEvent, version: number) =>
  useQuery({
    queryKey: ['ticket', event.ID, version],
    queryFn: ({ signal }) => fetchTicket(event, signal),
    placeholderData: keepPreviousData,
    meta: { persist: false },
  });

/** The viewer's ticket stored in this browser, or undefined. */
export function useStoredTicket(eventId: string): StoredTicket | undefined {
  const owner = useOwner();
  return useMemo(() => (owner === null ? undefined : readStored<StoredTicket>('tickets', owner)[eventId]), [owner, eventId]);
}
