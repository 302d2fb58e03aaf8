import { eventTime, exactTime } from '@/lib/format';

const two = (figure: number): string => String(figure).padStart(2, '0');

/** The time of the day of a moment of today; of another day, the day too. */
export function clockOf(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === now.toDateString();
  return isToday ? eventTime(`${two(moment.getHours())}:${two(moment.getMinutes())}`) : exactTime(iso);
}
