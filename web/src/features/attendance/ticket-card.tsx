import type { Event } from '#models/contract/events';
import { lazyOptional } from '@/lib/lazy-optional';
import { type TicketEvent, useStoredTicket } from './tickets';

// Loaded with the first ticket, with the QR code and its texts, to keep the event page light.
const areas = { areas: ['check-in'] };
const OwnTicket = lazyOptional(async () => ({ default: (await import('./ticket')).OwnTicket }), areas);
const StoredTicketPaper = lazyOptional(async () => ({ default: (await import('./ticket')).StoredTicketPaper }), areas);

interface TicketCardProps {
  event: TicketEvent & Pick<Event, 'Status' | 'Phase' | 'Starts_At' | 'Ends_At'>;
  /** Version of the viewer's attendance. */
  version: number;
}

/**
 * The viewer's ticket of an event they attend, stored in this browser for offline use. Shown until a day after the start, since
 * doors may let people in after the stated end.
 */
export function TicketCard({ event, version }: TicketCardProps) {
  const isDoorShut = event.Status === 'completed' && event.Phase === 'ended';
  return event.Status === 'cancelled' || isDoorShut ? null : <OwnTicket event={event} version={version} />;
}

/** The stored ticket of an event that cannot be fetched now; empty if there is none. */
export function StoredTicketCard({ eventId }: { eventId: string }) {
  const ticket = useStoredTicket(eventId);
  return ticket ? <StoredTicketPaper ticket={ticket} /> : null;
}
