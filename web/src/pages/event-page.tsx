import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { EventDetail } from '@/features/events/event-page/event-detail';
import { events, standings } from '@/features/events/events.store';
import { lazyOptional } from '@/lib/lazy-optional';

// Loaded for who attends, or did.
const TicketCard = lazyOptional(async () => ({ default: (await import('@/features/attendance/ticket-card')).TicketCard }));
const StoredTicketCard = lazyOptional(async () => ({ default: (await import('@/features/attendance/ticket-card')).StoredTicketCard }));

async function removeTicket(id: string): Promise<void> {
  const { removeStoredTicket } = await import('@/features/attendance/tickets');
  removeStoredTicket(id);
}

/** Removes the stored ticket once the viewer no longer attends. */
function useRemoveStoredTicket(id: string): void {
  const attendance = standings.useOne(id)?.attendance;
  useEffect(() => {
    if (attendance && attendance !== 'attending') removeTicket(id).catch(() => {});
  }, [id, attendance]);
}

function Ticket({ id }: { id: string }) {
  const event = events.useOne(id);
  const version = standings.useOne(id)?.version ?? 0;
  return event ? <TicketCard event={event} version={version} /> : null;
}

/** /events/{id} */
export default function EventPage() {
  const { id = '' } = useParams();
  useRemoveStoredTicket(id);
  return (
    <div className="page">
      <EventDetail key={id} id={id} ticket={<Ticket id={id} />} storedTicket={<StoredTicketCard eventId={id} />} />
    </div>
  );
}
