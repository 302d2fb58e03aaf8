import { useQuery } from '@tanstack/react-query';
import { isAttendable } from '#models/contract/event-phase';
import { getRelatedEvents } from '#models/contract/events';
import { api } from '@/lib/api';
import { keys } from '../events.keys';
import { events, rememberEvents } from '../events.store';

const shown = 3;

async function fetchRelated(event_id: string, signal: AbortSignal): Promise<string[]> {
  const { data } = await api(getRelatedEvents, { event_id, limit: shown }, { signal });
  return rememberEvents(data);
}

/** What else is to come: of the same society first, then of the same category. It is asked anew as lists of events are. */
export function useRelated(id: string) {
  const query = useQuery({
    queryKey: [...keys.lists, 'related', id],
    queryFn: ({ signal }) => fetchRelated(id, signal),
    meta: { failure: false },
  });
  return { query, items: events.useList(query.data ?? []).filter(isAttendable) };
}
