import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dayKey, formatNumber } from '@/lib/format';
import { onMinute } from '@/lib/now';
import type { ShownEvent } from '../events.store';
import css from './event-page.module.css';

const minuteMs = 60_000;
const minutesOfHour = 60;

const thisMinute = (): number => Math.floor(Date.now() / minuteMs);

/** The whole minutes until the start; null on another day, after the start, and in a rendered page, which may be read later. */
function useMinutesLeft({ Starts_At, Phase, Status }: ShownEvent): number | null {
  const minute = useSyncExternalStore(onMinute, thisMinute, () => null);
  if (minute === null || Phase !== 'upcoming' || Status === 'cancelled') return null;
  const start = new Date(Starts_At);
  const left = Math.ceil(start.getTime() / minuteMs) - minute;
  return left > 0 && dayKey(start) === dayKey(new Date(minute * minuteMs)) ? left : null;
}

/** 'Starts in 2 h 10 min', on the day of the event. Lies on the cover, so that nothing moves when it appears. */
export function Countdown({ event }: { event: ShownEvent }) {
  const { t } = useTranslation('event');
  const left = useMinutesLeft(event);
  if (left === null) return null;
  const [hours, minutes] = [Math.floor(left / minutesOfHour), left % minutesOfHour];
  const parts = [
    hours > 0 && t('countdown.hours', { n: formatNumber(hours) }),
    (minutes > 0 || hours === 0) && t('countdown.minutes', { n: formatNumber(minutes) }),
  ].filter((part) => part !== false);
  return (
    <p className={`${css.countdown} small`} role="timer">
      {t('countdown.in', { time: parts.join(t('countdown.and')) })}
    </p>
  );
}
