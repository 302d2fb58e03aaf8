import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DateStub } from '@/components/date-stub';
import { Excerpt } from '@/components/excerpt';
import css from './event-line.module.css';
import { useStageText, useTimeText } from './event-status';
import type { ShownEvent } from './events.store';

interface EventLineFrameProps {
  id: string;
  date: string | null;
  title: string;
  /** Whether the details are cut to one line. */
  isCut?: boolean;
  /** Details below the title. */
  children: ReactNode;
}

/** Linked line of an event: date stub, title and details. */
export function EventLineFrame({ id, date, title, isCut = false, children }: EventLineFrameProps) {
  return (
    <Link to={`/events/${id}`} className={css.line}>
      <DateStub date={date} />
      <span className="grow">
        <Excerpt as="b" lines={2} className={css.title}>
          {title}
        </Excerpt>
        {isCut ? (
          <Excerpt isSentence className={`${css.facts} micro dim`}>
            {children}
          </Excerpt>
        ) : (
          <span className={`${css.facts} micro dim`}>{children}</span>
        )}
      </span>
    </Link>
  );
}

/** Linked line of an event with time and place, and its stage if it has begun. */
export function EventLine({ event }: { event: ShownEvent }) {
  const { t } = useTranslation(['events', 'common']);
  const { ID, Title, Date: date, Is_Online, Location } = event;
  const [stageText, timeText] = [useStageText(event), useTimeText(event)];
  const place = Is_Online ? t('events:upcoming.online') : Location || t('common:tbd');
  return (
    <EventLineFrame id={ID} date={date} title={Title} isCut>
      {event.Phase !== 'upcoming' && <b className={css.stage}>{stageText}</b>}
      {timeText && `${timeText} · `}
      <bdi>{place}</bdi>
    </EventLineFrame>
  );
}
