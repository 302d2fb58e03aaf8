import { Button } from '@mantine/core';
import { IconArmchair } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Attendance } from '#models/contract/attendance';
import { BusyButton } from '@/components/busy-button';
import { useNow } from '@/lib/now';
import { timeOfDay } from '@/lib/time-of-day';
import { useAction } from '@/sync/mutations';
import { attend } from '../attendance';
import { useStanding } from '../events.queries';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

/** A seat that is held for the viewer, to be taken or declined in a press; nothing without an offer, or once it is over. */
export function SeatOffer({ event, onSeat }: { event: ShownEvent; onSeat: () => void }) {
  const { t } = useTranslation('event');
  const until = useStanding(event.ID).standing?.offered_until ?? null;
  const now = useNow();
  const { run, isBusy, busyWith } = useAction(async (want: Attendance) => {
    const done = await attend(event, want);
    if (want === 'attending' && done === 'done') onSeat();
  });
  if (until === null || Date.parse(until) <= now) return null;
  return (
    <section className={css.offer} aria-label={t('offer.title')}>
      <p className="h3 row">
        <IconArmchair size={20} stroke={1.75} aria-hidden="true" />
        {t('offer.title')}
      </p>
      <p className="small" role="timer">
        {t('offer.until', { time: timeOfDay(until) })}
      </p>
      <p className="small soft">{t('offer.after')}</p>
      <BusyButton busy={isBusy && busyWith === 'attending'} busyLabel={t('offer.taking')} onClick={() => void run('attending')}>
        {t('offer.take')}
      </BusyButton>
      <Button variant="default" data-online disabled={isBusy} onClick={() => void run('not_attending')}>
        {t('offer.decline')}
      </Button>
    </section>
  );
}
