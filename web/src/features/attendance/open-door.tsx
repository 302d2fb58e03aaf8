import { Button } from '@mantine/core';
import { IconDeviceTv, IconListDetails } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { roomOf } from '#models/contract/rooms';
import { ApiError } from '@/lib/api-error';
import { useRooms } from '@/lib/live';
import { useAttendees } from './attendees.store';
import { Door } from './door';
import type { DoorFacts } from './door-entries';
import { saveFacts, useDoor } from './doors';
import type { OrganisedEvent } from './event-gate';

const isRefused = (error: Error | null): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Stored facts that open a door before its event is loaded, or offline; null if there are none or the server refuses the event. */
export function useStoredFacts(eventId: string, error: Error | null): DoorFacts | null {
  const { facts } = useDoor(eventId);
  return isRefused(error) ? null : facts;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** Links to the attendee list and to the screen that people scan. */
function DoorLinks({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  return (
    <div className="row">
      <Button component={Link} to={`/events/${eventId}/door`} variant="default" leftSection={<IconDeviceTv {...icon} />}>
        {t('screen.title')}
      </Button>
      <Button component={Link} to={`/events/${eventId}/attendees`} variant="default" leftSection={<IconListDetails {...icon} />}>
        {t('checkIn.attendees')}
      </Button>
    </div>
  );
}

interface OpenDoorProps {
  eventId: string;
  /** Undefined until loaded. */
  event: OrganisedEvent | undefined;
  storedFacts: DoorFacts | null;
}

/** The door of an event. Saves its facts, so it stays open while offline. */
export function OpenDoor({ eventId, event, storedFacts }: OpenDoorProps) {
  useRooms(event ? [roomOf('eventDoor', eventId), roomOf('event', eventId)] : []);
  const { counts, query } = useAttendees(eventId, 'attending', '', event !== undefined);
  const {
    Title: title,
    Date: date,
    Time: time,
  } = event ?? { Title: storedFacts?.title ?? '', Date: storedFacts?.date ?? '', Time: storedFacts?.time ?? '' };
  const attending = counts?.attending ?? storedFacts?.attending ?? event?.attendees;
  const inside = counts?.checked_in ?? storedFacts?.inside;
  const isLoaded = event !== undefined && counts !== undefined;
  useEffect(() => {
    if (isLoaded && attending !== undefined && inside !== undefined) saveFacts(eventId, { title, date, time, attending, inside });
  }, [isLoaded, eventId, title, date, time, attending, inside]);
  const facts = { title, date, time, attending, inside };
  return <Door eventId={eventId} facts={facts} isFailed={query.isError} action={<DoorLinks eventId={eventId} />} />;
}
