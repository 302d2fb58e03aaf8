import { ActionIcon } from '@mantine/core';
import { IconClock, IconMapPin, IconTrash, IconVideo } from '@tabler/icons-react';
import { memo, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAttendable } from '#models/contract/event-phase';
import { useEventCategoryName } from '@/components/event-names';
import { Excerpt } from '@/components/excerpt';
import { Faces } from '@/components/person-avatar';
import { Seats } from '@/components/seats';
import { SocietyTile } from '@/components/society-tile';
import { TicketCategory, TicketShape } from '@/components/ticket-shape';
import { eventTime, formatNumber } from '@/lib/format';
import { useInView } from '@/lib/use-in-view';
import { reportMissingScript } from '@/lib/use-lazy-open';
import { AttendButton } from './attend-button';
import css from './event-card.module.css';
import { EventStatus, useTimeText } from './event-status';
import { events, type ShownEvent } from './events.store';
import { useEventRoom } from './use-event-room';

const loadDelete = () => import('./delete-event');

/** Time and place, with a badge while the event is on. */
function EventMeta({ event }: { event: ShownEvent }) {
  const { Time, Is_Online, Location, Phase } = event;
  const { t } = useTranslation(['events', 'common']);
  const timeText = useTimeText(event);
  const Place = Is_Online ? IconVideo : IconMapPin;
  return (
    <div className={`${css.meta} small soft`}>
      <span className="row">
        <IconClock size={16} stroke={1.75} aria-hidden="true" />
        {timeText || eventTime(Time)}
        {Phase === 'now' && isAttendable(event) && <EventStatus event={event} />}
      </span>
      <span className="row">
        <Place size={16} stroke={1.75} aria-hidden="true" />
        <Excerpt>{Is_Online ? t('events:upcoming.online') : Location || t('common:tbd')}</Excerpt>
      </span>
    </div>
  );
}

/** Faces of attendees whom the viewer follows and the number of others; then seats if the event is open, otherwise its status. */
function AttendeesSummary({ event, hidesStatus }: { event: ShownEvent; hidesStatus: boolean }) {
  const { t } = useTranslation('events');
  const { Faces: faces, attendees, Max_Attendees, Phase } = event;
  const isOpen = isAttendable(event);
  const people = faces.map(({ ID, Name, Image }) => ({ id: ID, name: Name, image: Image }));
  const isCounted = people.length === 0 && attendees > 0 && (Max_Attendees === null || !isOpen);
  return (
    <span className={`${css.going} grow`}>
      {people.length > 0 && <Faces people={people} size={24} more={attendees - people.length} />}
      {isCounted && (
        <span className="micro dim">
          {t(Phase === 'ended' ? 'card.went' : 'card.going', { count: attendees, n: formatNumber(attendees) })}
        </span>
      )}
      {isOpen && <Seats {...event} />}
      {!isOpen && !hidesStatus && <EventStatus event={event} />}
    </span>
  );
}

function DeleteEventButton({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('events');
  return (
    <ActionIcon
      size={36}
      data-online
      aria-label={t('delete.title')}
      title={t('delete.title')}
      onClick={() => void loadDelete().then(({ confirmDeletion: removeEvent }) => removeEvent(event), reportMissingScript)}
    >
      <IconTrash size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

interface EventTicketProps {
  event: ShownEvent;
  /** Level of its heading. */
  heading: 'h2' | 'h3';
  /** On the cover: the category, or the status. */
  corner: ReactNode;
  /** Leaves the status out of the foot, if the corner has it. */
  hidesStatus?: boolean;
  /** Facts below the title. */
  children: ReactNode;
}

/** An event in the shape of a ticket; all of it except the buttons links to the event. */
export function EventTicket({ event, heading: Heading, corner, hidesStatus = false, children }: EventTicketProps) {
  const titleId = useId();
  const [ref, isInView] = useInView();
  const { ID, Title, Category, Image } = event;
  useEventRoom(ID, isInView);
  return (
    <TicketShape
      ref={ref}
      labelledBy={titleId}
      seed={ID}
      category={Category}
      image={Image}
      date={event.Date}
      corner={corner}
      tool={event.Can.delete && <DeleteEventButton event={event} />}
      foot={
        <>
          <AttendeesSummary event={event} hidesStatus={hidesStatus} />
          <AttendButton event={event} />
        </>
      }
    >
      <Heading className="h3" id={titleId}>
        <Link to={`/events/${ID}`} className={css.whole}>
          <bdi>{Title}</bdi>
        </Link>
      </Heading>
      {children}
    </TicketShape>
  );
}

/** Card of an event among those of all societies. */
export const EventCard = memo(function EventCard({ id }: { id: string }) {
  const categoryName = useEventCategoryName();
  const event = events.useOne(id);
  if (!event) return null;
  const { Category, Society, Society_ID, Society_Name } = event;
  const corner = Category && <TicketCategory>{categoryName(Category)}</TicketCategory>;
  return (
    <EventTicket event={event} heading="h2" corner={corner}>
      <EventMeta event={event} />
      <span className="row small dim">
        <SocietyTile id={Society_ID} category={Society.Category} image={Society.Image} size={20} />
        <Excerpt>{Society_Name}</Excerpt>
      </span>
    </EventTicket>
  );
});
