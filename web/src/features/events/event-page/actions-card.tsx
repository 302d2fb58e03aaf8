import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isAttendable } from '#models/contract/event-phase';
import { SideCard } from '@/components/side-card';
import { formatNumber } from '@/lib/format';
import { lazyOptional } from '@/lib/lazy-optional';
import { AttendButton } from '../attend-button';
import { useViewerStanding } from '../attendance';
import { useStanding } from '../events.queries';
import type { ShownEvent } from '../events.store';
import { useAttend } from '../use-attend';
import { SeatsMeter } from './seats-left';
import { useSeatToast } from './use-seat-toast';

const AddToCalendar = lazyOptional(async () => ({ default: (await import('./later-cards')).AddToCalendar }));
/** Loaded for people who wait. */
const SeatOffer = lazyOptional(async () => ({ default: (await import('./seat-offer')).SeatOffer }));
/** Loaded for organisers. */
const OrganiserLinks = lazyOptional(async () => ({ default: (await import('./organiser-links')).OrganiserLinks }));

/** The viewer's waiting list position, fetched here since lists do not include it. */
function Waiting({ eventId }: { eventId: string }) {
  const { t } = useTranslation('event');
  const { standing } = useStanding(eventId);
  const position = standing?.waiting_position ?? null;
  return (
    <p className="small" role="status">
      {position === null ? t('actions.waiting') : t('actions.position', { n: formatNumber(position) })}
    </p>
  );
}

interface ActionsCardProps {
  event: ShownEvent;
  /** False on phones, which show the main button in the bar below. */
  hasButton: boolean;
  /** The viewer's ticket, shown to attendees. */
  ticket: ReactNode;
  /** Called when the viewer has got a seat. */
  onSeat: () => void;
}

/** Actions on an event: attend, add to a calendar, organise. */
export function ActionsCard({ event, hasButton, ticket, onSeat }: ActionsCardProps) {
  const { t } = useTranslation('event');
  const { state } = useAttend(event);
  useSeatToast(state);
  const { attendance } = useViewerStanding(event);
  const isOpen = isAttendable(event);
  return (
    <SideCard title={t('actions.title')}>
      {isOpen && <SeatsMeter event={event} />}
      {event.Status !== 'cancelled' && !isOpen && <p className="soft">{t('actions.over')}</p>}
      {event.Status === 'cancelled' && <p className="soft">{t('cancelled.title')}</p>}
      {state === 'waiting' && <SeatOffer event={event} onSeat={onSeat} />}
      {state === 'waiting' && <Waiting eventId={event.ID} />}
      {state === 'full' && <p className="small soft">{t('actions.fullText')}</p>}
      {state === 'unverified' && <p className="small soft">{t('actions.unverified')}</p>}
      {hasButton && <AttendButton event={event} size="md" fullWidth onSeat={onSeat} />}
      {attendance === 'attending' && ticket}
      {isOpen && <AddToCalendar eventId={event.ID} />}
      {(event.Can.edit || event.Can.checkIn) && <OrganiserLinks event={event} />}
    </SideCard>
  );
}
