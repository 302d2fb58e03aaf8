import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isAttendable } from '#models/contract/event-phase';
import { getAllEvents } from '#models/contract/events';
import { api } from '@/lib/api';
import { currentStreamId } from '@/lib/live';
import { chosen, type EventFilter } from './event-filter';
import { keys } from './events.keys';
import { useEventsLive } from './events.live';
import { events, rememberEvents } from './events.store';
import { knownSince } from './use-event-room';

const pageSize = 20;

/** The events that a filter leaves, page by page; without one what has not ended stands first. */
export function useEventList(filter: EventFilter) {
  useEventsLive();
  const asked = chosen(filter);
  const query = useInfiniteQuery({
    queryKey: [...keys.lists, asked],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const place = currentStreamId();
      const { data, next } = await api(
        getAllEvents,
        { limit: pageSize, ...asked, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      );
      const ids = rememberEvents(data);
      knownSince(ids, place);
      return { ids, next };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: { failure: false },
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  return { query, ids };
}

/** What comes next, or is going on, of all that the reader may see: some of those asked for may have been cancelled. */
export function useNextEvents(shown: number) {
  useEventsLive();
  const query = useQuery({
    queryKey: [...keys.lists, 'next'],
    queryFn: async ({ signal }) => rememberEvents((await api(getAllEvents, { limit: pageSize }, { signal })).data),
    meta: { failure: false },
  });
  const found = events.useList(query.data ?? []);
  return { query, items: found.filter(isAttendable).slice(0, shown) };
}
