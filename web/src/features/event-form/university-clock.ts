import { useContact } from '@/lib/contact';
import type { Clock } from './event-values';

/** 'YYYY-MM-DD' and 'HH:MM' of a moment in a time zone, by default the browser's. */
export function clockIn(zone: string | undefined, moment = new Date()): Clock {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...(zone ? { timeZone: zone } : {}),
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const [date = '', time = ''] = format.format(moment).split(', ');
  return { date, time };
}

/** The university's date and time, used to reject past dates; in the browser's time zone until the university's is loaded. */
export function useUniversityClock(): () => Clock {
  const contact = useContact();
  return () => clockIn(contact?.time_zone);
}
