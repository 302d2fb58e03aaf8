import { useTranslation } from 'react-i18next';
import { Nuqta } from '@/components/nuqta';
import { formatNumber } from '@/lib/format';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

/** Seats left at which they are highlighted as few. */
const fewSeats = 12;

/** '38 seats left', short for lists. */
export function SeatsText({ event: { seats_left: left } }: { event: ShownEvent }) {
  const { t } = useTranslation(['event', 'events']);
  if (left === null) return t('event:actions.free');
  return left === 0 ? t('events:seats.full') : t('events:seats.left', { count: left, n: formatNumber(left) });
}

/** '38 of 90 seats free'. */
export function FreeSeats({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const { seats_left: left, Max_Attendees: max } = event;
  if (!left || max === null) return <SeatsText event={event} />;
  return t('actions.left', { n: formatNumber(left), max: formatNumber(max) });
}

/** Seats left with a meter of taken seats; without a limit, only the text. */
export function SeatsMeter({ event }: { event: ShownEvent }) {
  const { seats_left: left, Max_Attendees: max, attendees } = event;
  const isFew = left !== null && left > 0 && left <= fewSeats;
  const taken = max ? Math.min(100, (attendees / max) * 100) : 0;
  return (
    <div className={css.seats}>
      <p className={css.seatsLine}>
        <Nuqta tone={isFew ? 'amber' : left === 0 ? 'muted' : 'live'} size={9} />
        <b className="grow">
          <FreeSeats event={event} />
        </b>
      </p>
      {max !== null && (
        <div className={css.meter} data-few={isFew || undefined} aria-hidden="true">
          <span style={{ inlineSize: `${taken}%` }} />
        </div>
      )}
    </div>
  );
}
