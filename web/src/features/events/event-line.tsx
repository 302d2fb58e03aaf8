import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DateStub } from '@/components/date-stub';
import { eventTime } from '@/lib/format';
import css from './event-line.module.css';
import { useStageWords } from './event-status';
import type { ShownEvent } from './events.store';

type LineEvent = Pick<
  ShownEvent,
  'ID' | 'Title' | 'Date' | 'Time' | 'Is_Online' | 'Location' | 'Status' | 'Phase' | 'End_Date' | 'End_Time'
>;

interface EventLineFrameProps {
  id: string;
  date: string | null;
  title: string;
  /** In one line, cut where it ends; otherwise in as many as it takes. */
  isCut?: boolean;
  /** What else is said of it. */
  children: ReactNode;
}

/** A line that leads to an event as a whole: its stub, its title, and what is said below. */
export function EventLineFrame({ id, date, title, isCut = false, children }: EventLineFrameProps) {
  return (
    <Link to={`/events/${id}`} className={css.line}>
      <DateStub date={date} />
      <span className="grow">
        <b className={css.title}>
          <bdi>{title}</bdi>
        </b>
        <span className={`${css.facts} micro dim ${isCut ? 'cut' : ''}`}>{children}</span>
      </span>
    </Link>
  );
}

/** One line of a side card or a list: stub, title, time and place; before these, that it is going on or over. */
export function EventLine({ event }: { event: LineEvent }) {
  const { t } = useTranslation(['events', 'common']);
  const { ID, Title, Date: date, Time, Is_Online, Location } = event;
  const words = useStageWords(event);
  const place = Is_Online ? t('events:upcoming.online') : Location || t('common:tbd');
  return (
    <EventLineFrame id={ID} date={date} title={Title} isCut>
      {event.Phase !== 'upcoming' && <b className={css.stage}>{words}</b>}
      {eventTime(Time)} · <bdi>{place}</bdi>
    </EventLineFrame>
  );
}
