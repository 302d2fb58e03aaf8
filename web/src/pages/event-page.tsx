import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { StoredTicketCard, TicketCard } from '@/features/attendance/ticket-card';
import { removeStoredTicket } from '@/features/attendance/tickets';
import { EventDetail } from '@/features/events/event-page/event-detail';
import { events, standings } from '@/features/events/events.store';

/** Removes the stored ticket once the viewer no longer attends. */
function useRemoveStoredTicket(id: string): void {
  const attendance = standings.useOne(id)?.attendance;
  useEffect(() => {
    if (attendance && attendance !== 'attending') removeStoredTicket(id);
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
