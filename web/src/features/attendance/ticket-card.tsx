import { lazy, Suspense } from 'react';
import type { Event } from '#models/contract/events';
import { loadArea } from '@/lib/i18n';
import { type TicketEvent, useStoredTicket } from './tickets';

// Loaded with the first ticket, with the QR code and its texts, to keep the event page light.
const OwnTicket = lazy(async () => {
  const [{ OwnTicket }] = await Promise.all([import('./ticket'), loadArea('check-in')]);
  return { default: OwnTicket };
});
const StoredTicketPaper = lazy(async () => {
  const [{ StoredTicketPaper }] = await Promise.all([import('./ticket'), loadArea('check-in')]);
  return { default: StoredTicketPaper };
});

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
