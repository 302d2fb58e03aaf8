import { useQuery } from '@tanstack/react-query';
import { getContact } from '#models/contract/support';
import { api } from '@/lib/api';
import type { Clock } from './event-values';

/** 'YYYY-MM-DD' and 'HH:MM' of a moment in a time zone; the browser's own zone where none is named. */
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

/** The university's day and time, by which the past is judged; until its zone is known, the browser's. */
export function useUniversityClock(): () => Clock {
  const { data: zone } = useQuery({
    queryKey: ['contact', 'time-zone'],
    queryFn: async ({ signal }) => (await api(getContact, {}, { signal })).data.time_zone,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: false },
  });
  return () => clockIn(zone);
}
