import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CalendarDay, getCalendar } from '#models/contract/events';
import { api } from '@/lib/api';
import { keys } from './events.keys';
import { useEventsLive } from './events.live';
import { rememberEvents } from './events.store';
import { firstOf, spanOf } from './month';

export interface Day extends Pick<CalendarDay, 'count' | 'going'> {
  /** The first of them. */
  ids: string[];
}

async function fetchDays(month: string, signal: AbortSignal): Promise<Record<string, Day>> {
  const { data } = await api(getCalendar, spanOf(month), { signal });
  return Object.fromEntries(data.map(({ date, count, going, events }) => [date, { count, going, ids: rememberEvents(events) }]));
}

/** What happens on the days of a month, and whether the reader goes; the month before stays until it is there. */
export function useCalendar(month: string) {
  useEventsLive();
  return useQuery({
    queryKey: [...keys.calendar, firstOf(month)],
    queryFn: ({ signal }) => fetchDays(month, signal),
    placeholderData: keepPreviousData,
    meta: { failure: false },
  });
}
