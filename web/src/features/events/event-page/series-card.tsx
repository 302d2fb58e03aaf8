import { Button } from '@mantine/core';
import { IconCalendarCheck, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isAttendable } from '#models/contract/event-phase';
import { asyncState } from '@/components/async-list';
import { Badge } from '@/components/badge';
import { confirm } from '@/components/confirm';
import { Waiting } from '@/components/skeletons';
import { eventDate, eventTime, formatNumber } from '@/lib/format';
import { useUser } from '@/lib/session';
import { useViewerStanding } from '../attendance';
import { EventStatus } from '../event-status';
import { type ShownEvent, standings } from '../events.store';
import css from '../series.module.css';
import { useSeries } from '../series.queries';
import { meetingPlaces } from '../series.store';
import { attendAll, useIsSeriesQueued } from '../series-attendance';
import { useEventRoom } from '../use-event-room';
import pageCss from './event-page.module.css';
import { SeatsText } from './seats-left';

/** Meetings shown before the list is opened: the one before this, this one, and the next. */
const shownBefore = 1;
const shownAtFirst = 5;

/** The viewer's attendance of a meeting, else its free seats; its status once it cannot be attended. */
function MeetingState({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const { attendance } = useViewerStanding(event);
  if (!isAttendable(event)) return <EventStatus event={event} />;
  if (attendance === 'attending') return <Badge tone="brand">{t('series.going')}</Badge>;
  if (attendance === 'waiting') return <Badge tone="amber">{t('series.waiting')}</Badge>;
  return (
    <span className="small dim">
      <SeatsText event={event} />
    </span>
  );
}

function MeetingLine({ event, isThis }: { event: ShownEvent; isThis: boolean }) {
  useEventRoom(event.ID, true);
  return (
    <li>
      <Link to={`/events/${event.ID}`} className={css.meeting} aria-current={isThis ? 'page' : undefined}>
        <span className="grow small">
          {eventDate(event.Date)} <span className={css.time}>· {eventTime(event.Time)}</span>
        </span>
        <MeetingState event={event} />
      </Link>
    </li>
  );
}

/** Number of the remaining meetings that the viewer goes to, and waits for. */
function useOwnSum(remaining: readonly ShownEvent[]): { going: number; waiting: number } {
  const own = standings.useList(remaining.map(({ ID }) => ID));
  const count = (state: string): number => own.filter(({ attendance }) => attendance === state).length;
  return { going: count('attending'), waiting: count('waiting') };
}

interface AttendAllProps {
  series: string;
  remaining: readonly ShownEvent[];
  /** Called when the viewer has pressed, to show the result of each meeting. */
  onPress: () => void;
}

/** Button that attends all remaining meetings, or once that is done, gives them up; and the result so far. */
function AttendAll({ series, remaining, onPress }: AttendAllProps) {
  const { t } = useTranslation(['event', 'events']);
  const { going, waiting } = useOwnSum(remaining);
  const isQueued = useIsSeriesQueued(series);
  const isDone = going + waiting === remaining.length;
  const giveUp = () =>
    void confirm({
      title: t('event:series.giveUpTitle'),
      text: t('event:series.giveUpText'),
      action: t('event:series.giveUp'),
      stay: t('event:series.keep'),
      worksOffline: true,
      run: () => attendAll(series, remaining, 'not_attending'),
    });
  const attend = () => {
    onPress();
    void attendAll(series, remaining, 'attending');
  };
  const sum = [
    ...(going > 0 ? [t('event:series.sum.going', { count: going, n: formatNumber(going) })] : []),
    ...(waiting > 0 ? [t('event:series.sum.waiting', { count: waiting, n: formatNumber(waiting) })] : []),
  ];
  const Icon = isQueued ? IconClock : IconCalendarCheck;
  return (
    <div className={css.foot}>
      <p className="small soft grow" role="status">
        {sum.join(' ')}
      </p>
      <Button
        variant={isDone ? 'default' : 'filled'}
        leftSection={<Icon size={17} stroke={1.75} aria-hidden="true" />}
        title={isQueued ? t('events:waitingToSend') : undefined}
        aria-description={isQueued ? t('events:waitingToSend') : undefined}
        onClick={isDone ? giveUp : attend}
      >
        {isDone ? t('event:series.giveUp') : t('event:series.attend')}
      </Button>
    </div>
  );
}

/** Card of the series that an event belongs to: its place, the other meetings, and attending all remaining ones. */
export default function SeriesCard({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const isSignedIn = useUser() !== null;
  const { query, meetings } = useSeries(event.ID);
  const place = meetingPlaces.useOne(event.ID);
  const [isOpen, setOpen] = useState(false);
  const at = meetings.findIndex(({ ID }) => ID === event.ID);
  if (asyncState(query) === 'loading') return <Waiting />;
  if (!place || at === -1 || meetings.length < 2) return null;
  const first = Math.max(0, Math.min(at - shownBefore, meetings.length - shownAtFirst));
  const shown = isOpen ? meetings : meetings.slice(first, first + shownAtFirst);
  const remaining = meetings.filter(isAttendable);
  const title = t('series.place', { n: formatNumber(at + 1), of: formatNumber(meetings.length) });
  const mayAttend = isSignedIn && remaining.length > 0 && remaining.every(({ Can }) => Can.attend);
  return (
    <section className={`card ${pageCss.box}`} aria-label={title}>
      <header className={css.head}>
        <h2 className="h2">{title}</h2>
        <span className="small dim">{t(`series.every.${place.Every}`)}</span>
      </header>
      <ol className={css.meetings} aria-label={t('series.list')}>
        {shown.map((each) => (
          <MeetingLine key={each.ID} event={each} isThis={each.ID === event.ID} />
        ))}
      </ol>
      {meetings.length > shownAtFirst && (
        <Button variant="subtle" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('series.fewer') : t('series.all', { count: meetings.length, n: formatNumber(meetings.length) })}
        </Button>
      )}
      {mayAttend && <AttendAll series={place.series} remaining={remaining} onPress={() => setOpen(true)} />}
    </section>
  );
}
