import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { PageHead } from '@/components/page-head';
import { AttendeeList } from '@/features/attendance/attendee-list';
import { EventGate, type OrganisedEvent } from '@/features/attendance/event-gate';
import { EventLine } from '@/features/attendance/event-line';
import { EventMessages } from '@/features/attendance/event-messages';
import { Stewards } from '@/features/attendance/stewards';
import { useEvent } from '@/features/events/events.queries';
import { lazyOptional } from '@/lib/lazy-optional';
import { useRooms } from '@/lib/live';

const FeedbackSummary = lazyOptional(() => import('@/features/events/feedback/feedback-summary'), { areas: ['feedback'] });

function Attendees({ event }: { event: OrganisedEvent }) {
  const { t } = useTranslation('check-in');
  useRooms([roomOf('eventDoor', event.ID), roomOf('event', event.ID)]);
  const toDoor = (
    <Button component={Link} to={`/events/${event.ID}/check-in`} leftSection={<IconScan size={18} stroke={1.75} aria-hidden="true" />}>
      {t('attendees.door')}
    </Button>
  );
  return (
    <div className="stack">
      <PageHead
        title={t('attendees.title')}
        lead={<EventLine eventId={event.ID} title={event.Title} date={event.Date} time={event.Time} />}
        action={event.Status === 'cancelled' ? undefined : toDoor}
      />
      {event.Can.edit && event.Phase === 'ended' && event.Status !== 'cancelled' && <FeedbackSummary eventId={event.ID} />}
      <AttendeeList eventId={event.ID} isOrganizer={event.Can.edit}>
        {event.Can.edit && <EventMessages eventId={event.ID} />}
        {event.Can.edit && event.Status !== 'cancelled' && <Stewards event={event} />}
      </AttendeeList>
    </div>
  );
}

/** /events/{id}/attendees */
export default function AttendeesPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('check-in');
  const view = useEvent(id);
  const { event } = view;
  return (
    <div className="page">
      {event?.Can.checkIn ? <Attendees key={id} event={event} /> : <EventGate title={t('attendees.title')} view={view} />}
    </div>
  );
}
