import { eventTime, exactTime } from './format';

const twoDigits = (figure: number): string => String(figure).padStart(2, '0');

/** Formats the time of day, with the date if it is not today. */
export function timeOfDay(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === now.toDateString();
  return isToday ? eventTime(`${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`) : exactTime(iso);
}
