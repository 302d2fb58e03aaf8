import { longDay, momentOf } from '@/lib/format';

/** 'June 30, 2027', of a last day (YYYY-MM-DD). */
export function untilDay(day: string): string {
  const moment = momentOf(day);
  return moment ? longDay(moment) : day;
}
