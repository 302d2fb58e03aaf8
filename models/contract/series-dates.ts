import * as library from 'rrule';

/** The named exports for a bundler; Node loads the CommonJS build, which it exposes as the default. */
const { RRule, Weekday } = 'default' in library ? (library.default as typeof library) : library;

/** Interval between dates, with at least one end. */
interface Repetition {
  every: 'week' | 'fortnight' | 'month';
  count?: number | undefined;
  until?: string | undefined;
}

const asDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const asDay = (date: Date): string => date.toISOString().slice(0, 10);

const daysOfWeek = 7;
/** Largest number of a weekday that every month has. */
const everyMonth = 4;

/** The weekday of a date with its number in the month; -1, the last, for a fifth one. */
function weekdayInMonth(date: Date) {
  const number = Math.ceil(date.getUTCDate() / daysOfWeek);
  // The library counts from Monday.
  return new Weekday((date.getUTCDay() + daysOfWeek - 1) % daysOfWeek, number > everyMonth ? -1 : number);
}

/**
 * Dates of a series, from the first one, at most `most`. All are local days, so a change of clocks moves no hour. A month keeps the
 * weekday ('the second Tuesday') and not the day of the month: rooms and timetables go by the week, and no meeting falls on a weekend.
 */
export function seriesDates(first: string, { every, count, until }: Repetition, most: number): string[] {
  const dtstart = asDate(first);
  const step =
    every === 'month'
      ? { freq: RRule.MONTHLY, byweekday: [weekdayInMonth(dtstart)] }
      : { freq: RRule.WEEKLY, interval: every === 'fortnight' ? 2 : 1 };
  const rule = new RRule({
    ...step,
    dtstart,
    count: Math.min(count ?? most, most),
    ...(until === undefined ? {} : { until: asDate(until) }),
  });
  return rule.all().map(asDay);
}
