import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { CountsOf } from '#models/contract/define';
import { getJoinRequests } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { requests, type Status } from './requests.store';

export type RequestCounts = CountsOf<typeof getJoinRequests>;

const countsKey = (societyId: string) => ['join-requests', societyId, 'counts'];
const refetchDelay = 400;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** The viewer's decisions without an answer so far, each with the version of the request that it applies to. */
export const usePendingDecisions = create<{ byId: Readonly<Record<string, { society: string; to: Status; version: number }>> }>(() => ({
  byId: {},
}));

onUserChange(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  usePendingDecisions.setState({ byId: {} });
});

const withMove = (counts: RequestCounts, from: Status | null, to: Status | null): RequestCounts => {
  const next = { ...counts };
  if (from) next[from] = Math.max(0, next[from] - 1);
  if (to) next[to] += 1;
  return { ...next, total: next.pending + next.approved + next.rejected };
};

/** Moves one request between the cached counts at once, then refetches them. */
export function moveCounts(societyId: string, from: Status | null, to: Status | null): void {
  queryClient.setQueryData<RequestCounts>(countsKey(societyId), (counts) => (counts ? withMove(counts, from, to) : counts));
  refetchCounts(societyId);
}

/** Refetches the counts after a delay, once for several changes in a row. */
export function refetchCounts(societyId: string): void {
  clearTimeout(timers.get(societyId));
  const timer = setTimeout(() => void cancelAndInvalidate(countsKey(societyId)), refetchDelay);
  timers.set(societyId, timer);
}

/** Counts requests by status, with the viewer's pending decisions applied optimistically. */
export function useRequestCounts(societyId: string, isEnabled = true) {
  const query = useQuery({
    queryKey: countsKey(societyId),
    queryFn: async ({ signal }) => {
      const { counts } = await api(getJoinRequests, { society_id: societyId, limit: 1 }, { signal });
      return counts ?? { pending: 0, approved: 0, rejected: 0, total: 0 };
    },
    enabled: isEnabled,
    meta: { persist: false },
  });
  const pendingDecisions = usePendingDecisions(({ byId }) => byId);
  const unanswered = Object.entries(pendingDecisions).filter(
    ([id, { society, version }]) => society === societyId && requests.get(id)?.version === version,
  );
  const counts = query.data && unanswered.reduce((shown, [, { to }]) => withMove(shown, 'pending', to), query.data);
  return { query, counts };
}
