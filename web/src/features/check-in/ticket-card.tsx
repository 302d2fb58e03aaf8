import { lazy, Suspense } from 'react';
import type { Event } from '#models/contract/events';
import { loadArea } from '@/lib/i18n';
import { type TicketEvent, useKeptTicket } from './tickets';

/** The figure and its words come with the first ticket that is shown, so that an event's page stays light. */
const load = async () => {
  const [ticket] = await Promise.all([import('./ticket'), loadArea('check-in')]);
  return ticket;
};
const OwnTicket = lazy(async () => ({ default: (await load()).OwnTicket }));
const TicketPaper = lazy(async () => ({ default: (await load()).KeptPaper }));

interface TicketCardProps {
  event: TicketEvent & Pick<Event, 'Status' | 'Phase'>;
  /** Of the reader's attendance. */
  version: number;
}

/** The reader's ticket of an event that they attend, until a day after its start: doors may let in after the stated end. It is kept in this browser for when there is no network. */
export function TicketCard({ event, version }: TicketCardProps) {
  const isDoorShut = event.Status === 'completed' && event.Phase === 'ended';
  if (event.Status === 'cancelled' || isDoorShut) return null;
  return (
    <Suspense>
      <OwnTicket event={event} version={version} />
    </Suspense>
  );
}

/** The ticket that this browser keeps of an event which cannot be fetched now; nothing where it keeps none. */
export function KeptTicketCard({ eventId }: { eventId: string }) {
  const ticket = useKeptTicket(eventId);
  if (!ticket) return null;
  return (
    <Suspense>
      <TicketPaper ticket={ticket} />
    </Suspense>
  );
}
