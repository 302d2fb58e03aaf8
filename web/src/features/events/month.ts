import { dayKey } from '@/lib/format';

/** Noon, so that daylight saving time cannot shift the day. */
const noonOf = (day: string): Date => new Date(`${day}T12:00`);

/** Adds days to a day. */
export function addDays(day: string, days: number): string {
  const moment = noonOf(day);
  moment.setDate(moment.getDate() + days);
  return dayKey(moment);
}

/** The first day of the month that a day lies in. */
export const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

export const isSameMonth = (a: string, b: string): boolean => a.slice(0, 7) === b.slice(0, 7);

/** Adds months to a day; in a shorter month, the last day. */
export function addMonths(day: string, months: number): string {
  const first = noonOf(firstOf(day));
  first.setMonth(first.getMonth() + months);
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0, 12);
  first.setDate(Math.min(Number(day.slice(8)), last.getDate()));
  return dayKey(first);
}

/** Day of the week, Sunday = 0. */
const weekdayOf = (day: string): number => noonOf(day).getDay();

/** The week of a day, from Sunday on. */
export function weekOf(day: string): string[] {
  const sunday = addDays(day, -weekdayOf(day));
  return [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(sunday, offset));
}

/** Weeks of a month, Sunday first; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstOf(month);
  const begin = addDays(first, -weekdayOf(first));
  const weeks: (string | null)[][] = [];
  for (let week = begin; week <= first || isSameMonth(week, month); week = addDays(week, 7)) {
    weeks.push(weekOf(week).map((day) => (isSameMonth(day, month) ? day : null)));
  }
  return weeks;
}

/** The six weeks around a month that the calendar fetches. */
export function spanOf(month: string): { from: string; to: string } {
  const first = firstOf(month);
  const from = addDays(first, -weekdayOf(first));
  return { from, to: addDays(from, 41) };
}

/** The day that a key moves to from a day; null for other keys. In right-to-left layouts the arrow keys are mirrored. */
export function dayByKey(day: string, key: string, isRtl: boolean): string | null {
  const ahead = isRtl ? 'ArrowLeft' : 'ArrowRight';
  if (key === ahead) return addDays(day, 1);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return addDays(day, -1);
  if (key === 'ArrowDown') return addDays(day, 7);
  if (key === 'ArrowUp') return addDays(day, -7);
  if (key === 'Home') return addDays(day, -weekdayOf(day));
  if (key === 'End') return addDays(day, 6 - weekdayOf(day));
  if (key === 'PageDown') return addMonths(day, 1);
  return key === 'PageUp' ? addMonths(day, -1) : null;
}
