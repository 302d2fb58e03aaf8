import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DateStub } from '@/components/date-stub';
import { eventTime } from '@/lib/format';
import css from './event-line.module.css';
import type { ShownEvent } from './events.store';

type LineEvent = Pick<ShownEvent, 'ID' | 'Title' | 'Date' | 'Time' | 'Is_Online' | 'Location'>;

/** One line of a side card or a list: stub, title, time and place; the whole of it leads to the event. */
export function EventLine({ event: { ID, Title, Date: date, Time, Is_Online, Location } }: { event: LineEvent }) {
  const { t } = useTranslation(['events', 'common']);
  const place = Is_Online ? t('events:upcoming.online') : Location || t('common:tbd');
  return (
    <Link to={`/events/${ID}`} className={css.line}>
      <DateStub date={date} />
      <span className="grow">
        <b className={css.title}>
          <bdi>{Title}</bdi>
        </b>
        <span className={`${css.facts} micro dim cut`}>
          {eventTime(Time)} · <bdi>{place}</bdi>
        </span>
      </span>
    </Link>
  );
}
