import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { ApiError } from '@/lib/api-error';
import { useRooms } from '@/lib/live';
import { useAttendees } from './attendees.store';
import { Door } from './door';
import type { DoorFacts } from './door-entries';
import { keepFacts, useDoor } from './doors';
import type { OrganisedEvent } from './event-gate';

const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** What is kept of a door that opens before its event has come, and without a network; null where nothing is, or the server says no. */
export function useKeptDoor(eventId: string, error: Error | null): DoorFacts | null {
  const { facts } = useDoor(eventId);
  return isRefused(error) ? null : facts;
}

function ToAttendees({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  return (
    <Button
      component={Link}
      to={`/events/${eventId}/attendees`}
      variant="default"
      leftSection={<IconListCheck size={18} stroke={1.75} aria-hidden="true" />}
    >
      {t('checkIn.attendees')}
    </Button>
  );
}

interface OpenDoorProps {
  eventId: string;
  /** Undefined as long as it has not come. */
  event: OrganisedEvent | undefined;
  kept: DoorFacts | null;
}

/** The door of an event: it stays open while the network goes and comes. What it says of itself is kept. */
export function OpenDoor({ eventId, event, kept }: OpenDoorProps) {
  useRooms(event ? [roomOf('societyModerators', event.Society_ID), roomOf('event', eventId)] : []);
  const { counts, query } = useAttendees(eventId, 'attending', '', event !== undefined);
  const { Title: title, Date: date, Time: time } = event ?? { Title: kept?.title ?? '', Date: kept?.date ?? '', Time: kept?.time ?? '' };
  const attending = counts?.attending ?? kept?.attending ?? event?.attendees;
  const inside = counts?.checked_in ?? kept?.inside;
  const isKnown = event !== undefined && counts !== undefined;
  useEffect(() => {
    if (isKnown && attending !== undefined && inside !== undefined) keepFacts(eventId, { title, date, time, attending, inside });
  }, [isKnown, eventId, title, date, time, attending, inside]);
  const facts = { title, date, time, attending, inside };
  return <Door eventId={eventId} facts={facts} isFailed={query.isError} action={<ToAttendees eventId={eventId} />} />;
}
