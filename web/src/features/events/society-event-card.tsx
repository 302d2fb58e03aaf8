import { IconCalendarEvent, IconClock, IconMapPin, IconUsersGroup, IconVideo } from '@tabler/icons-react';
import { type ComponentType, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Excerpt } from '@/components/excerpt';
import { eventTime, longDate } from '@/lib/format';
import { EventTicket } from './event-card';
import { EventStatus } from './event-status';
import { events, type ShownEvent } from './events.store';
import css from './society-events.module.css';

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
  const event = events.useOne(id);
  if (!event) return null;
  const { Title, Description } = event;
  return (
    <EventTicket event={event} heading="h3" corner={<EventStatus event={event} />} hidesStatus>
      <Excerpt as="p" lines={2} className={`${css.about} small soft`}>
        {Description}
      </Excerpt>
      <Facts event={event} />
      <Link to={`/events/${id}`} className={`${css.way} link small`} aria-label={t('ofSociety.detailsOf', { title: Title })}>
        {t('ofSociety.details')}
      </Link>
    </EventTicket>
  );
});
