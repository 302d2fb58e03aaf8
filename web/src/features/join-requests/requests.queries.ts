import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getJoinRequests, type JoinRequest } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { readClock } from '@/lib/logical-clock';
import { addRequests, forgetRequests, heardSince, requests, type Status, useKnown } from './requests.store';

export type Filter = 'all' | Status;

/** Where a page ends: the time and id of its last request. */
interface Place {
  CreatedAt: string;
  Request_ID: string;
}
interface RequestPage {
  next: string | null;
  last: Place | null;
}

const pageSize = 20;
const none: readonly string[] = [];

/** Newest first, as the server sorts. */
const byAge = (a: Place, b: Place): number => b.CreatedAt.localeCompare(a.CreatedAt) || b.Request_ID.localeCompare(a.Request_ID);
const matches = (filter: Filter, { Status }: JoinRequest): boolean => filter === 'all' || filter === Status;

interface Stretch {
  societyId: string;
  filter: Filter;
  /** What the page came after; null at the head of the list. */
  from: Place | null;
  page: readonly JoinRequest[];
  isEnd: boolean;
  asked: number;
}

/** What lies within a fetched stretch of the list and was not in it, is there no more. */
function forgetMissing({ societyId, filter, from, page, isEnd, asked }: Stretch): void {
  const last = page.at(-1) ?? null;
  const there = new Set(page.map(({ Request_ID }) => Request_ID));
  const gone = (useKnown.getState().bySociety[societyId] ?? none).filter((id) => {
    const request = requests.get(id);
    if (!request || there.has(id) || heardSince(id, asked) || !matches(filter, request)) return false;
    const isBefore = from !== null && byAge(request, from) <= 0;
    const isBeyond = !isEnd && (last === null || byAge(request, last) > 0);
    return !isBefore && !isBeyond;
  });
  forgetRequests(societyId, gone);
}

interface Asked {
  cursor: string;
  from: Place | null;
}

async function fetchPage(societyId: string, filter: Filter, { cursor, from }: Asked, signal: AbortSignal): Promise<RequestPage> {
  const asked = readClock();
  const status = filter === 'all' ? {} : { status: filter };
  const input = { society_id: societyId, limit: pageSize, ...status, ...(cursor ? { cursor } : {}) };
  const { data, next } = await api(getJoinRequests, input, { signal });
  addRequests(societyId, data);
  forgetMissing({ societyId, filter, from, page: data, isEnd: next === null, asked });
  const last = data.at(-1);
  return { next, last: last ? { CreatedAt: last.CreatedAt, Request_ID: last.Request_ID } : null };
}

/**
 * A society's requests of one status, newest first. The list is whatever is known and matches, as far as the pages reach, so
 * a request that is decided leaves one list and stands in another without being fetched.
 */
export function useRequestList(societyId: string, filter: Filter) {
  const query = useInfiniteQuery({
    queryKey: ['join-requests', societyId, 'list', filter],
    initialPageParam: { cursor: '', from: null } as Asked,
    queryFn: ({ pageParam, signal }) => fetchPage(societyId, filter, pageParam, signal),
    getNextPageParam: ({ next, last }): Asked | null => (next ? { cursor: next, from: last } : null),
    meta: { failure: false, persist: false },
  });
  const known = requests.useList(useKnown(({ bySociety }) => bySociety[societyId] ?? none));
  const waiting = useKnown((state) => state.waiting);
  const end = query.hasNextPage ? query.data?.pages.at(-1)?.last : null;
  const items = useMemo(
    () =>
      known
        .filter((request) => matches(filter, request) && !waiting.includes(request.Request_ID) && !(end && byAge(request, end) > 0))
        .toSorted(byAge),
    [known, waiting, filter, end],
  );
  return { query, items };
}
