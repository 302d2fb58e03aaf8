import { lazy, Suspense } from 'react';
import type { Event } from '#models/contract/events';
import { loadArea } from '@/lib/i18n';
import { type TicketEvent, useStoredTicket } from './tickets';

/** Loads the QR code and its texts with the first ticket, to keep the event page light. */
const load = async () => {
  const [ticket] = await Promise.all([import('./ticket'), loadArea('check-in')]);
  return ticket;
};
const OwnTicket = lazy(async () => ({ default: (await load()).OwnTicket }));
const StoredTicketPaper = lazy(async () => ({ default: (await load()).StoredTicketPaper }));

interface TicketCardProps {
  event: TicketEvent & Pick<Event, 'Status' | 'Phase'>;
  /** Version of the viewer's attendance. */
  version: number;
}

/**
 * The viewer's ticket of an event they attend, stored in this browser for offline use. Shown until a day after the start, since
 * doors may let people in after the stated end.
 */
export function TicketCard({ event, version }: TicketCardProps) {
  const isDoorShut = event.Status === 'completed' && event.Phase === 'ended';
  if (event.Status === 'cancelled' || isDoorShut) return null;
  return (
    <Suspense>
      <OwnTicket event={event} version={version} />
    </Suspense>
  );
}

/** The stored ticket of an event that cannot be fetched now; empty if there is none. */
export function StoredTicketCard({ eventId }: { eventId: string }) {
  const ticket = useStoredTicket(eventId);
  if (!ticket) return null;
  return (
    <Suspense>
      <StoredTicketPaper ticket={ticket} />
    </Suspense>
  );
}
