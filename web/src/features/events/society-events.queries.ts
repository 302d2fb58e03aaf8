import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getEventsBySociety } from '#models/contract/events';
import { api } from '@/lib/api';
import { currentStreamId } from '@/lib/live';
import { keys } from './events.keys';
import { useEventsLive } from './events.live';
import { mergeEvents } from './events.store';
import { setCurrentUpTo } from './use-event-room';

const pageSize = 20;

export const shows = ['upcoming', 'completed'] as const;

/** Filter of a society's events; '' means all. */
export interface SocietyEventFilter {
  q: string;
  show: (typeof shows)[number] | '';
}

/** The filter in the URL; invalid values are ignored. */
export function useSocietyEventFilter() {
  const [params, setParams] = useSearchParams();
  const filter: SocietyEventFilter = {
    q: params.get('q')?.trim().slice(0, 100) ?? '',
    show: shows.find((each) => each === params.get('show')) ?? '',
  };
  const change = (next: Partial<SocietyEventFilter>) => {
    const { q, show } = { ...filter, ...next };
    setParams(new URLSearchParams({ ...(q ? { q } : {}), ...(show ? { show } : {}) }), { replace: true });
  };
  return { filter, change };
}

/** A society's events, page by page, upcoming ones first, with the counts of upcoming and completed events. */
export function useSocietyEvents(society_id: string, { q, show }: SocietyEventFilter) {
  useEventsLive();
  const query = useInfiniteQuery({
    queryKey: [...keys.society(society_id), 'list', q, show],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const streamId = currentStreamId();
      const filter = { ...(q ? { q } : {}), ...(show ? { status: show } : {}), ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, next, counts } = await api(getEventsBySociety, { society_id, limit: pageSize, ...filter }, { signal });
      const ids = mergeEvents(data);
      setCurrentUpTo(ids, streamId);
      return { ids, next, counts };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  return { query, ids, counts: query.data?.pages[0]?.counts };
}
