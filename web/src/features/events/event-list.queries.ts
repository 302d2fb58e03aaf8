import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isAttendable } from '#models/contract/event-phase';
import { getAllEvents } from '#models/contract/events';
import { api } from '@/lib/api';
import { currentStreamId } from '@/lib/live';
import { type EventFilter, filterFields } from './event-filter';
import { keys } from './events.keys';
import { useEventsLive } from './events.live';
import { events, mergeEvents } from './events.store';
import { setCurrentUpTo } from './use-event-room';

const pageSize = 20;

/** Events that match a filter, page by page; by default those that have not ended come first. */
export function useEventList(filter: EventFilter) {
  useEventsLive();
  const fields = filterFields(filter);
  const query = useInfiniteQuery({
    queryKey: [...keys.lists, fields],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const streamId = currentStreamId();
      const { data, next } = await api(
        getAllEvents,
        { limit: pageSize, ...fields, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      );
      const ids = mergeEvents(data);
      setCurrentUpTo(ids, streamId);
      return { ids, next };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  return { query, ids };
}

/** The next and current events that the viewer may see. Fetches more than shown, since some may be cancelled. */
export function useNextEvents(maxShown: number) {
  useEventsLive();
  const query = useQuery({
    queryKey: [...keys.lists, 'next'],
    queryFn: async ({ signal }) => mergeEvents((await api(getAllEvents, { limit: pageSize }, { signal })).data),
  });
  const found = events.useList(query.data ?? []);
  return { query, items: found.filter(isAttendable).slice(0, maxShown) };
}
