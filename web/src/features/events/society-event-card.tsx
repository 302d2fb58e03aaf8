import { Button } from '@mantine/core';
import { IconCalendarEvent, IconClock, IconMapPin, IconUsersGroup, IconVideo } from '@tabler/icons-react';
import { type ComponentType, memo, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Cover } from '@/components/cover';
import { Excerpt } from '@/components/excerpt';
import { Seats } from '@/components/seats';
import { eventTime, longDate } from '@/lib/format';
import { useInView } from '@/lib/use-in-view';
import { DeleteEventButton } from './event-card';
import { EventStatus } from './event-status';
import { events, type ShownEvent } from './events.store';
import css from './society-events.module.css';
import { useEventRoom } from './use-event-room';

type Icon = ComponentType<{ size?: number; stroke?: number }>;

const Fact = ({ icon: FactIcon, children }: { icon: Icon; children: ReactNode }) => (
  <li className="row">
    <FactIcon size={16} stroke={1.75} aria-hidden="true" />
    {children}
  </li>
);

function Facts({ event }: { event: ShownEvent }) {
  const { t } = useTranslation(['events', 'common']);
  const { Date: date, Time, Is_Online, Location, Organizer } = event;
  return (
    <ul className={`${css.facts} small soft`}>
      <Fact icon={IconCalendarEvent}>{longDate(date)}</Fact>
      <Fact icon={IconClock}>{eventTime(Time)}</Fact>
      <Fact icon={Is_Online ? IconVideo : IconMapPin}>
        <Excerpt>{Is_Online ? t('events:upcoming.online') : Location || t('common:tbd')}</Excerpt>
      </Fact>
      <Fact icon={IconUsersGroup}>
        <span className="vh">{t('events:ofSociety.organizer')}</span>
        <Excerpt>{Organizer || t('common:name')}</Excerpt>
      </Fact>
    </ul>
  );
}

/** Card of an event in its society's list. */
export const SocietyEventCard = memo(function SocietyEventCard({ id }: { id: string }) {
  const { t } = useTranslation('events');
  const titleId = useId();
  const [ref, isInView] = useInView();
  useEventRoom(id, isInView);
  const event = events.useOne(id);
  if (!event) return null;
  const { Title, Description, Category, Image } = event;
  return (
    <article ref={ref} className={`card ${css.card}`} aria-labelledby={titleId}>
      <Cover seed={id} category={Category} image={Image} width={420} height={240} className={css.cover ?? ''} />
      <div className={css.body}>
        <div className={css.top}>
          <EventStatus event={event} />
          <Seats {...event} />
          <span className="grow" />
          <DeleteEventButton event={event} />
        </div>
        <h3 className="h3" id={titleId}>
          <bdi>{Title}</bdi>
        </h3>
        <Excerpt as="p" lines={2} className={`${css.about} small soft`}>
          {Description}
        </Excerpt>
        <Facts event={event} />
        <Button component={Link} to={`/events/${id}`} variant="light" size="sm" className={css.way ?? ''} aria-describedby={titleId}>
          {t('ofSociety.details')}
        </Button>
      </div>
    </article>
  );
});
