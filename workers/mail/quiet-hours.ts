import { addDays, instantOf, localOf } from '#models/db/local-time';
import type { PreferencesDoc } from '#models/db/users';

/** What holds for who has chosen nothing. */
const usual = { start: '22:00', end: '07:00' };
const minuteMs = 60_000;

/** When the quiet hours in which this moment lies are over, by the university's clocks; null outside of them. Hours that end as they begin are none. */
export function quietUntil(now: Date, chosen: PreferencesDoc['quietHours'], timeZone: string): Date | null {
  const { start, end } = chosen ?? usual;
  const { date, time } = localOf(now, timeZone);
  const isOverMidnight = start > end;
  const isQuiet = isOverMidnight ? time >= start || time < end : time >= start && time < end;
  if (!isQuiet) return null;
  const until = instantOf(isOverMidnight && time >= start ? addDays(date, 1) : date, end, timeZone);
  // Where the clocks are put back, the end comes twice in a night.
  return until > now ? until : new Date(now.getTime() + minuteMs);
}
