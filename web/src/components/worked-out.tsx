import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime, unitsAgo } from '@/lib/format';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const units = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

/** Age of something in ms, updated every second while it is seconds, then every half minute. */
function useAge(time: string): number {
  const [, update] = useReducer((n: number) => n + 1, 0);
  const age = Math.max(0, Date.now() - Date.parse(time));
  const interval = age < MINUTE ? SECOND : MINUTE / 2;
  useEffect(() => {
    const timer = setInterval(update, interval);
    return () => clearInterval(timer);
  }, [interval]);
  return age;
}

/** Age of a card: 'Updated 40 seconds ago'. The exact time is its title. */
export function WorkedOut({ time, className }: { time: string; className?: string }) {
  const { t } = useTranslation('cards');
  const age = useAge(time);
  const found = units.find(([, size]) => age >= size);
  const words = found ? t('workedOut.ago', { ago: unitsAgo(Math.floor(age / found[1]), found[0]) }) : t('workedOut.now');
  return (
    <time dateTime={time} className={className} title={exactTime(time)} suppressHydrationWarning>
      {words}
    </time>
  );
}
