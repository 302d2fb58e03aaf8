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
      · <span style={{ whiteSpace: 'nowrap' }}>{eventDate(date)}</span> · <span style={{ whiteSpace: 'nowrap' }}>{eventTime(time)}</span>
    </>
  );
}
