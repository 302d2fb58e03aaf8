import { Link } from 'react-router-dom';
import { eventDate, eventTime } from '@/lib/format';

interface EventLineProps {
  eventId: string;
  title: string;
  date: string;
  time: string;
}

/** Event's title, date and time in the head of an organisers' page. */
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
