import { ActionIcon } from '@mantine/core';
import { IconClock, IconMapPin, IconTrash, IconVideo } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAttendable } from '#models/contract/event-phase';
import { Cover } from '@/components/cover';
import { DateStub } from '@/components/date-stub';
import { useEventCategoryName } from '@/components/event-names';
import { Excerpt } from '@/components/excerpt';
import { LiveCount } from '@/components/live-count';
import { Faces } from '@/components/person-avatar';
import { Seats } from '@/components/seats';
import { SocietyTile } from '@/components/society-tile';
import { eventTime } from '@/lib/format';
import { useInView } from '@/lib/use-in-view';
import { reportMissingScript } from '@/lib/use-lazy-open';
import { AttendButton } from './attend-button';
import css from './event-card.module.css';
import { EventStatus } from './event-status';
import { events, type ShownEvent } from './events.store';
import { useEventRoom } from './use-event-room';

const loadDelete = () => import('./delete-event');

/** Time and place, with a badge while the event is on. */
function EventMeta({ event }: { event: ShownEvent }) {
  const { Time, Is_Online, Location, Phase } = event;
  const { t } = useTranslation(['events', 'common']);
  const Place = Is_Online ? IconVideo : IconMapPin;
  return (
    <div className={`${css.meta} small soft`}>
      <span className="row">
        <IconClock size={16} stroke={1.75} aria-hidden="true" />
        {eventTime(Time)}
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
function AttendeesSummary({ event }: { event: ShownEvent }) {
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
          <LiveCount value={attendees} /> {t(Phase === 'ended' ? 'card.wentWord' : 'card.goingWord', { count: attendees })}
        </span>
      )}
      {isOpen && <Seats {...event} />}
      {!isOpen && <EventStatus event={event} />}
    </span>
  );
}

/** Delete button of an event; empty without the right. */
export function DeleteEventButton({ event, className }: { event: ShownEvent; className?: string | undefined }) {
  const { t } = useTranslation('events');
  if (!event.Can.delete) return null;
  return (
    <span className={className}>
      <ActionIcon
        size={36}
        data-online
        aria-label={t('delete.title')}
        title={t('delete.title')}
        onClick={() => void loadDelete().then(({ confirmDeletion: removeEvent }) => removeEvent(event), reportMissingScript)}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}

/** Event card in the shape of a ticket; all of it except the buttons links to the event. */
export const EventCard = memo(function EventCard({ id }: { id: string }) {
  const categoryName = useEventCategoryName();
  const titleId = useId();
  const [ref, isInView] = useInView();
  useEventRoom(id, isInView);
  const event = events.useOne(id);
  if (!event) return null;
  const { Title, Category, Image, Society, Society_ID, Society_Name } = event;
  return (
    <article ref={ref} className={css.ticket} aria-labelledby={titleId}>
      <Cover seed={id} category={Category} image={Image} width={420} height={150} className={css.top ?? ''} />
      <span className={css.float}>
        <DateStub date={event.Date} />
      </span>
      {Category && <span className={`${css.category} micro`}>{categoryName(Category)}</span>}
      <DeleteEventButton event={event} className={css.delete} />
      <div className={css.body}>
        <h2 className="h3" id={titleId}>
          <Link to={`/events/${id}`} className={css.whole}>
            <bdi>{Title}</bdi>
          </Link>
        </h2>
        <EventMeta event={event} />
        <span className="row small dim">
          <SocietyTile id={Society_ID} category={Society.Category} image={Society.Image} size={20} />
          <Excerpt>{Society_Name}</Excerpt>
        </span>
      </div>
      <div className={css.tear} aria-hidden="true" />
      <footer className={css.foot}>
        <AttendeesSummary event={event} />
        <AttendButton event={event} />
      </footer>
    </article>
  );
});
