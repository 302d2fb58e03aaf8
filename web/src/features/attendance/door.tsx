import { Button } from '@mantine/core';
import { IconCamera, IconCameraOff, IconClockPause } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from '@/components/count';
import { PageHead } from '@/components/page-head';
import { Side } from '@/components/side';
import { useLazyOpen } from '@/lib/use-lazy-open';
import { useWide } from '@/lib/use-wide';
import { CodeForm } from './code-form';
import css from './door.module.css';
import { type DoorFacts, isTicketCode } from './door-entries';
import { DoorHistory } from './door-history';
import { DoorResult, type LastScan } from './door-result';
import { type CheckInAttempt, checkInByTicket, useDoor } from './doors';
import { EventLine } from './event-line';
import { FindByName } from './find-by-name';
import { Unconfirmed } from './unconfirmed';

const loadScanner = () => import('./scanner');
const Scanner = lazy(loadScanner);

/** Vibrates shortly for a ticket, longer for anything else; phones only. */
const vibrate = (isGood: boolean): void => void (navigator as Partial<Navigator>).vibrate?.(isGood ? 60 : [120, 60, 120]);

/** The last scan at this door with its current state, and the handler of the next code. */
function useLastScan(eventId: string) {
  const { entries } = useDoor(eventId);
  const [attempt, setAttempt] = useState<CheckInAttempt | 'bad' | null>(null);
  const onCode = useCallback(
    (typed: string) => {
      const code = typed.trim();
      vibrate(isTicketCode(code));
      setAttempt(isTicketCode(code) ? checkInByTicket(eventId, code) : 'bad');
    },
    [eventId],
  );
  const entry = attempt && attempt !== 'bad' ? entries.find(({ id }) => id === attempt.id) : undefined;
  const last: LastScan = entry
    ? { kind: 'entry', entry, isRepeated: attempt !== 'bad' && (attempt?.isRepeated ?? false) }
    : { kind: attempt === 'bad' ? 'bad' : 'none' };
  return { last, onCode };
}

/** Facts of a door; counts are undefined until loaded. */
type LoadedFacts = Omit<DoorFacts, 'attending' | 'inside'> & { [K in 'attending' | 'inside']: number | undefined };

function Inside({ facts: { attending, inside }, isFailed, waiting }: { facts: LoadedFacts; isFailed: boolean; waiting: number }) {
  const { t } = useTranslation('check-in');
  return (
    <div className={css.inside}>
      <p className="small soft">{t('checkIn.inside')}</p>
      <p className={css.figure}>
        <Count value={inside === undefined ? undefined : inside + waiting} isFailed={isFailed} />
      </p>
      {attending !== undefined && <p className="small soft">{t('checkIn.of', { count: attending })}</p>}
    </div>
  );
}

function Unsent({ count }: { count: number }) {
  const { t } = useTranslation('check-in');
  return (
    <div role="status">
      {count > 0 && (
        <p className={`${css.unsent} small`}>
          <IconClockPause size={18} stroke={1.75} aria-hidden="true" />
          {t('checkIn.unsent', { count })}
        </p>
      )}
    </div>
  );
}

/** Camera and code field, with the result of the last scan. */
function TicketReader({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  const { last, onCode } = useLastScan(eventId);
  const camera = useLazyOpen(loadScanner);
  const Icon = camera.isOpen ? IconCameraOff : IconCamera;
  return (
    <section className={`card ${css.door}`} aria-label={t('checkIn.door')}>
      <DoorResult last={last} />
      {camera.isOpen && (
        <Suspense>
          <Scanner onCode={onCode} />
        </Suspense>
      )}
      <Button
        variant="light"
        size="md"
        leftSection={<Icon size={19} stroke={1.75} aria-hidden="true" />}
        onClick={camera.isOpen ? camera.close : camera.open}
      >
        {camera.isOpen ? t('checkIn.camera.stop') : t('checkIn.camera.start')}
      </Button>
      <CodeForm onCode={onCode} />
    </section>
  );
}

interface DoorProps {
  eventId: string;
  facts: LoadedFacts;
  /** Whether loading the counts failed. */
  isFailed?: boolean;
  /** Link to the attendee list. */
  action?: ReactNode;
}

/** Check-in screen: reads tickets by camera, hand scanner or keyboard, and finds people by name. Works offline. */
export function Door({ eventId, facts, isFailed = false, action }: DoorProps) {
  const { t } = useTranslation('check-in');
  const isWide = useWide();
  const { entries, waiting } = useDoor(eventId);
  const history = <DoorHistory eventId={eventId} entries={entries} />;
  return (
    <div className="stack">
      <PageHead
        title={t('checkIn.title')}
        lead={<EventLine eventId={eventId} title={facts.title} date={facts.date} time={facts.time} />}
        action={action}
      />
      <Unsent count={waiting} />
      <div className="split">
        <div className="stack">
          <TicketReader eventId={eventId} />
          {isWide && history}
        </div>
        <Side>
          <section className="card" aria-label={t('checkIn.inside')}>
            <Inside facts={facts} isFailed={isFailed} waiting={waiting} />
          </section>
          <Unconfirmed eventId={eventId} />
          <FindByName eventId={eventId} />
        </Side>
        {!isWide && history}
      </div>
    </div>
  );
}
