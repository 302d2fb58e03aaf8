import { Link } from 'react-router-dom';
import { eventDate, eventTime } from '@/lib/format';

interface EventLineProps {
  eventId: string;
  title: string;
  date: string;
  time: string;
}

/** Which event a page of its organisers is about. */
export function EventLine({ eventId, title, date, time }: EventLineProps) {
  return (
    <>
      <Link to={`/events/${eventId}`} className="link">
        <bdi>{title}</bdi>
      </Link>{' '}
      · {eventDate(date)} · {eventTime(time)}
    </>
  );
}
