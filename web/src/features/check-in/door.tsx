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
import { type DoorFacts, isCode } from './door-entries';
import { DoorHistory } from './door-history';
import { DoorResult, type Last } from './door-result';
import { type Shown, showTicket, useDoor } from './doors';
import { EventLine } from './event-line';
import { FindByName } from './find-by-name';

const loadScanner = () => import('./scanner');
const Scanner = lazy(loadScanner);

/** A short buzz for who is let in, a long one for who is not; phones only. */
const buzz = (isGood: boolean): void => void (navigator as Partial<Navigator>).vibrate?.(isGood ? 60 : [120, 60, 120]);

/** The last thing that was shown at this door, as it stands now. */
function useLast(eventId: string) {
  const { entries } = useDoor(eventId);
  const [shown, setShown] = useState<Shown | 'bad' | null>(null);
  const onCode = useCallback(
    (typed: string) => {
      const code = typed.trim();
      buzz(isCode(code));
      setShown(isCode(code) ? showTicket(eventId, code) : 'bad');
    },
    [eventId],
  );
  const entry = shown && shown !== 'bad' ? entries.find(({ id }) => id === shown.id) : undefined;
  const last: Last = entry
    ? { kind: 'entry', entry, isRepeated: shown !== 'bad' && (shown?.isRepeated ?? false) }
    : { kind: shown === 'bad' ? 'bad' : 'none' };
  return { last, onCode };
}

/** The facts of a door as far as they are known. */
type ShownFacts = Omit<DoorFacts, 'attending' | 'inside'> & { [K in 'attending' | 'inside']: number | undefined };

function Inside({ facts: { attending, inside }, isFailed, waiting }: { facts: ShownFacts; isFailed: boolean; waiting: number }) {
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

/** What is read at the door, and what came of it. */
function Reader({ eventId }: { eventId: string }) {
  const { t } = useTranslation('check-in');
  const { last, onCode } = useLast(eventId);
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
  facts: ShownFacts;
  /** Its numbers were asked for and did not come. */
  isFailed?: boolean;
  /** The page's way to the list of who comes. */
  action?: ReactNode;
}

/** Where people come in: tickets are read by camera, hand scanner or hand, people found by name; with and without a network. */
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
          <Reader eventId={eventId} />
          {isWide && history}
        </div>
        <Side>
          <section className="card" aria-label={t('checkIn.inside')}>
            <Inside facts={facts} isFailed={isFailed} waiting={waiting} />
          </section>
          <FindByName eventId={eventId} />
        </Side>
        {!isWide && history}
      </div>
    </div>
  );
}
