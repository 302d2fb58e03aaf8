import { IconCalendarOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isAttendable } from '#models/contract/event-phase';
import { roomOf } from '#models/contract/rooms';
import { lazyDialog } from '@/components/lazy-dialog';
import { PartBoundary, Parts } from '@/components/part-boundary';
import { Side } from '@/components/side';
import { Waiting } from '@/components/skeletons';
import { lazyOptional, loadAhead } from '@/lib/lazy-optional';
import { useRooms } from '@/lib/live';
import { useWide } from '@/lib/use-wide';
import type { ShownEvent } from '../events.store';
import { ActionBar } from './action-bar';
import { ActionsCard } from './actions-card';
import { EventGate } from './event-gate';
import css from './event-page.module.css';
import { Hero } from './hero';

const loadLater = () => import('./later-cards');
loadAhead(loadLater);
/** Cards of the first column come from the top: what is below one in its `steady` stack is shown after it. */
const inOrder = { fallback: <Waiting /> };
const AboutCard = lazyOptional(async () => ({ default: (await loadLater()).AboutCard }), inOrder);
const AttendeesCard = lazyOptional(async () => ({ default: (await loadLater()).AttendeesCard }), inOrder);
const FactsCard = lazyOptional(async () => ({ default: (await loadLater()).FactsCard }), inOrder);
const HostCard = lazyOptional(async () => ({ default: (await loadLater()).HostCard }));
const RelatedCard = lazyOptional(async () => ({ default: (await loadLater()).RelatedCard }));
const StatsCard = lazyOptional(async () => ({ default: (await loadLater()).StatsCard }));

/** Content below the cards above; waits for them, which would push it down. */
const AfterCards = lazyOptional(async () => {
  await loadLater().catch(() => {});
  return { default: ({ children }: { children: ReactNode }) => children };
});

const useTicketDialog = lazyDialog(() => import('./ticket-dialog'));

/** Most events are in no series, so they load neither its script nor its styles with the page. */
const SeriesCard = lazyOptional(() => import('./series-card'), inOrder);

function Cancelled({ reason }: { reason: string }) {
  const { t } = useTranslation('event');
  return (
    <div role="note" className={css.cancelled}>
      <IconCalendarOff size={22} stroke={1.75} aria-hidden="true" />
      <div>
        <b>{t('cancelled.title')}</b>
        <p className="small auto" dir="auto">
          {reason || t('cancelled.text')}
        </p>
      </div>
    </div>
  );
}

/** Below everything else, so that nothing moves when it comes. */
const QuestionsCard = lazyOptional(() => import('../questions/questions-card'), { areas: ['questions'] });

interface CardsProps {
  event: ShownEvent;
  ticket: ReactNode;
  onSeat: () => void;
}

/** The cards: on phones in one column, from when and where to the actions; else with the actions beside. */
function Cards({ event, ticket, onSeat }: CardsProps) {
  const isWide = useWide();
  const actions = (
    <PartBoundary>
      <ActionsCard event={event} hasButton={isWide} ticket={ticket} onSeat={onSeat} />
    </PartBoundary>
  );
  const main = (
    <Parts>
      <FactsCard event={event} />
      <AboutCard event={event} />
      <SeriesCard event={event} />
      <AttendeesCard event={event} />
    </Parts>
  );
  const others = (
    <Parts>
      <HostCard event={event} />
      <RelatedCard id={event.ID} />
    </Parts>
  );
  const questions = (
    <PartBoundary>
      <QuestionsCard event={event} />
    </PartBoundary>
  );
  if (!isWide) {
    return (
      <div className="stack steady">
        {main}
        <AfterCards>
          <StatsCard event={event} />
          {actions}
          {others}
          {questions}
        </AfterCards>
      </div>
    );
  }
  return (
    <div className="split">
      <div className="stack steady">
        {main}
        <AfterCards>{questions}</AfterCards>
      </div>
      <Side>
        {actions}
        <StatsCard event={event} />
        {others}
      </Side>
    </div>
  );
}

function LoadedEvent({ event, ticket }: { event: ShownEvent; ticket: ReactNode }) {
  const { t } = useTranslation(['event', 'common']);
  const isWide = useWide();
  const [ticketDialog, openTicket] = useTicketDialog({ event, ticket });
  useRooms([roomOf('event', event.ID)]);
  return (
    <>
      <div className={css.page}>
        <title>{`${event.Title || t('event:noTitle')} · ${t('common:name')}`}</title>
        <Hero event={event} />
        {event.Status === 'cancelled' && <Cancelled reason={event.Cancel_Reason} />}
        <Cards event={event} ticket={ticket} onSeat={openTicket} />
      </div>
      {!isWide && isAttendable(event) && <ActionBar event={event} openTicket={openTicket} />}
      {ticketDialog}
    </>
  );
}

interface EventDetailProps {
  id: string;
  /** The viewer's ticket, shown to attendees. */
  ticket?: ReactNode;
  /** The stored ticket, shown if the server is unreachable. */
  storedTicket?: ReactNode;
}

/** Event page content, updated by messages. */
export function EventDetail({ id, ticket, storedTicket }: EventDetailProps) {
  return (
    <EventGate id={id} storedTicket={storedTicket}>
      {(event) => <LoadedEvent event={event} ticket={ticket} />}
    </EventGate>
  );
}
