import { addDays, instantOf, localOf } from './local-time.js';
import type { PreferencesDoc } from './users.js';

/** Default quiet hours. */
const defaultHours = { start: '22:00', end: '07:00' };
const minuteMs = 60_000;

/** End of the quiet hours around this moment, by the university's clocks; null outside of them. Equal start and end mean no quiet hours. */
export function quietUntil(now: Date, chosen: PreferencesDoc['quietHours'], timeZone: string): Date | null {
  const { start, end } = chosen ?? defaultHours;
  const { date, time } = localOf(now, timeZone);
  const isOverMidnight = start > end;
  const isQuiet = isOverMidnight ? time >= start || time < end : time >= start && time < end;
  if (!isQuiet) return null;
  const until = instantOf(isOverMidnight && time >= start ? addDays(date, 1) : date, end, timeZone);
  // When clocks are set back, the end comes twice in a night.
  return until > now ? until : new Date(now.getTime() + minuteMs);
}
