import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CalendarDay, getCalendar } from '#models/contract/events';
import { api } from '@/lib/api';
import { beginRequest } from '@/sync/requests';
import { useEventsClock } from './events.clock';
import { calendarKey, listedEvents } from './events.store';
import { firstOf, spanOf } from './month';

export interface Day extends Pick<CalendarDay, 'count' | 'going'> {
  /** Ids of the first events of the day. */
  ids: string[];
}

async function fetchDays(month: string, signal: AbortSignal): Promise<Record<string, Day>> {
  const merge = beginRequest();
  const { data } = await api(getCalendar, spanOf(month), { signal });
  return Object.fromEntries(data.map(({ date, count, going, events }) => [date, { count, going, ids: merge(listedEvents, events) }]));
}

/** Events by day of a month, and whether the viewer attends; the previous month stays until the new one is loaded. */
export function useCalendar(month: string) {
  useEventsClock();
  return useQuery({
    queryKey: [...calendarKey, firstOf(month)],
    queryFn: ({ signal }) => fetchDays(month, signal),
    placeholderData: keepPreviousData,
    meta: { access: true },
  });
}
