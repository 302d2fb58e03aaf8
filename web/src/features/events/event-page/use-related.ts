import { useQuery } from '@tanstack/react-query';
import { isAttendable } from '#models/contract/event-phase';
import { getRelatedEvents } from '#models/contract/events';
import { api } from '@/lib/api';
import { keys } from '../events.keys';
import { events, mergeEvents } from '../events.store';

const maxShown = 3;

async function fetchRelated(event_id: string, signal: AbortSignal): Promise<string[]> {
  const { data } = await api(getRelatedEvents, { event_id, limit: maxShown }, { signal });
  return mergeEvents(data);
}

/** Upcoming events of the same society, then of the same category; invalidated together with event lists. */
export function useRelated(id: string) {
  const query = useQuery({
    queryKey: [...keys.lists, 'related', id],
    queryFn: ({ signal }) => fetchRelated(id, signal),
  });
  return { query, items: events.useList(query.data ?? []).filter(isAttendable) };
}
