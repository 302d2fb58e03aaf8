import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getMyTicket } from '#models/contract/check-in';
import type { Event } from '#models/contract/events';
import { ApiError, api } from '@/lib/api';
import { currentOwner, readKept, useOwner, writeKept } from './kept';

/** What of an event stands on its ticket. */
export type TicketEvent = Pick<Event, 'ID' | 'Title' | 'Date' | 'Time' | 'Location' | 'Is_Online'>;

/** A ticket as this browser keeps it for when there is no network. */
export interface KeptTicket extends TicketEvent {
  code: string;
  Name: string;
  Checked_In_At: string | null;
}

const dayMs = 24 * 60 * 60_000;
/** The day of the event may be another one where the reader is. */
const isOver = ({ Date: day }: KeptTicket, now: number): boolean => now - Date.parse(day) > 3 * dayMs;

function changeKept(change: (kept: Record<string, KeptTicket>) => Record<string, KeptTicket>): void {
  const owner = currentOwner();
  if (owner === null) return;
  const kept = Object.entries(readKept<KeptTicket>('tickets', owner)).filter(([, ticket]) => !isOver(ticket, Date.now()));
  writeKept('tickets', owner, change(Object.fromEntries(kept)));
}

const keep = (ticket: KeptTicket): void => changeKept((kept) => ({ ...kept, [ticket.ID]: ticket }));

/** This person has no ticket of this event any more. */
export const forgetTicket = (eventId: string): void => changeKept(({ [eventId]: _gone, ...rest }) => rest);

async function fetchTicket(event: TicketEvent, signal: AbortSignal) {
  try {
    const { data } = await api(getMyTicket, { event_id: event.ID }, { signal });
    const { ID, Title, Date: day, Time, Location, Is_Online } = event;
    const { code, Name, Checked_In_At } = data;
    keep({ ID, Title, Date: day, Time, Location, Is_Online, code, Name, Checked_In_At });
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) forgetTicket(event.ID);
    throw error;
  }
}

/**
 * The reader's ticket of an event that they attend. `version` is that of their attendance, which is new when they have been
 * checked in at the door, or have a seat again: then it is asked for anew.
 */
export const useTicket = (event: TicketEvent, version: number) =>
  useQuery({
    queryKey: ['ticket', event.ID, version],
    queryFn: ({ signal }) => fetchTicket(event, signal),
    placeholderData: keepPreviousData,
    meta: { failure: false, persist: false },
  });

/** The ticket of this event that this browser keeps; undefined where it keeps none for who is here. */
export function useKeptTicket(eventId: string): KeptTicket | undefined {
  const owner = useOwner();
  return useMemo(() => (owner === null ? undefined : readKept<KeptTicket>('tickets', owner)[eventId]), [owner, eventId]);
}
