import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getJoinRequests, type JoinRequest } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { readClock } from '@/sync/logical-clock';
import { changedSince, dropRequests, mergeRequests, requests, type Status, useLoadedRequests } from './requests.store';

export type RequestStatusFilter = 'all' | Status;

/** Sort fields of the last request of a page. */
interface Position {
  CreatedAt: string;
  Request_ID: string;
}
interface RequestPage {
  next: string | null;
  last: Position | null;
}

const pageSize = 20;
const noIds: readonly string[] = [];

/** Compares newest first, like the server. */
const byAge = (a: Position, b: Position): number => b.CreatedAt.localeCompare(a.CreatedAt) || b.Request_ID.localeCompare(a.Request_ID);
const matches = (filter: RequestStatusFilter, { Status }: JoinRequest): boolean => filter === 'all' || filter === Status;

interface FetchedPage {
  societyId: string;
  filter: RequestStatusFilter;
  /** End of the previous page; null for the first page. */
  after: Position | null;
  page: readonly JoinRequest[];
  isEnd: boolean;
  requestedAt: number;
}

/** Drops loaded requests that belong into the fetched page but are not in it: the server no longer lists them. */
function dropMissing({ societyId, filter, after, page, isEnd, requestedAt }: FetchedPage): void {
  const last = page.at(-1) ?? null;
  const fetchedIds = new Set(page.map(({ Request_ID }) => Request_ID));
  const missing = (useLoadedRequests.getState().bySociety[societyId] ?? noIds).filter((id) => {
    const request = requests.get(id);
    if (!request || fetchedIds.has(id) || changedSince(id, requestedAt) || !matches(filter, request)) return false;
    const isBefore = after !== null && byAge(request, after) <= 0;
    const isBeyond = !isEnd && (last === null || byAge(request, last) > 0);
    return !isBefore && !isBeyond;
  });
  dropRequests(societyId, missing);
}

interface PageParam {
  cursor: string;
  after: Position | null;
}

async function fetchPage(
  societyId: string,
  filter: RequestStatusFilter,
  { cursor, after }: PageParam,
  signal: AbortSignal,
): Promise<RequestPage> {
  const requestedAt = readClock();
  const status = filter === 'all' ? {} : { status: filter };
  const input = { society_id: societyId, limit: pageSize, ...status, ...(cursor ? { cursor } : {}) };
  const { data, next } = await api(getJoinRequests, input, { signal });
  mergeRequests(societyId, data);
  dropMissing({ societyId, filter, after, page: data, isEnd: next === null, requestedAt });
  const last = data.at(-1);
  return { next, last: last ? { CreatedAt: last.CreatedAt, Request_ID: last.Request_ID } : null };
}

/**
 * Loads a society's requests of one status, newest first. The list shows all loaded requests that match, up to the last
 * fetched page, so a decided request moves to the list of its new status without a fetch.
 */
export function useRequestList(societyId: string, filter: RequestStatusFilter) {
  const query = useInfiniteQuery({
    queryKey: ['join-requests', societyId, 'list', filter],
    initialPageParam: { cursor: '', after: null } as PageParam,
    queryFn: ({ pageParam, signal }) => fetchPage(societyId, filter, pageParam, signal),
    getNextPageParam: ({ next, last }): PageParam | null => (next ? { cursor: next, after: last } : null),
    meta: { persist: false },
  });
  const loaded = requests.useList(useLoadedRequests(({ bySociety }) => bySociety[societyId] ?? noIds));
  const heldBack = useLoadedRequests((state) => state.heldBack);
  const end = query.hasNextPage ? query.data?.pages.at(-1)?.last : null;
  const items = useMemo(
    () =>
      loaded
        .filter((request) => matches(filter, request) && !heldBack.includes(request.Request_ID) && !(end && byAge(request, end) > 0))
        .toSorted(byAge),
    [loaded, heldBack, filter, end],
  );
  return { query, items };
}
