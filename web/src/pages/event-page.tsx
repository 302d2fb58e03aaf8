import { useParams } from 'react-router-dom';
import { EventDetail } from '@/features/events/event-page/event-detail';

/** /events/{id} */
export default function EventPage() {
  const { id = '' } = useParams();
  return (
    <div className="page">
      <EventDetail key={id} id={id} />
    </div>
  );
}
