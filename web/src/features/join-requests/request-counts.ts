import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { CountsOf } from '#models/contract/define';
import { getJoinRequests } from '#models/contract/join-request-queue';
import { api } from '@/lib/api';
import { queryClient } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { refetchSoon } from '@/sync/refetch-soon';
import { requests, type Status } from './requests.queries';

export type RequestCounts = CountsOf<typeof getJoinRequests>;

const countsKey = (societyId: string) => ['join-requests', societyId, 'counts'];

/** The viewer's decisions without an answer so far, each with the version of the request that it applies to. */
export const usePendingDecisions = create<{ byId: Readonly<Record<string, { to: Status; version: number }>> }>(() => ({ byId: {} }));
onUserChange(() => usePendingDecisions.setState({ byId: {} }));

const withMove = (counts: RequestCounts, from: Status | undefined, to: Status | undefined): RequestCounts => {
  const next = { ...counts };
  if (from) next[from] = Math.max(0, next[from] - 1);
  if (to) next[to] += 1;
  return { ...next, total: next.pending + next.approved + next.rejected };
};

/** Moves one request between the cached counts at once, then refetches them. */
export function moveCounts(societyId: string, from?: Status, to?: Status): void {
  queryClient.setQueryData<RequestCounts>(countsKey(societyId), (counts) => counts && withMove(counts, from, to));
  refetchSoon(countsKey(societyId));
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
  const unanswered = Object.entries(pendingDecisions).filter(([id, { version }]) => {
    const request = requests.get(id);
    return request?.society === societyId && request.version === version;
  });
  const counts = query.data && unanswered.reduce((shown, [, { to }]) => withMove(shown, 'pending', to), query.data);
  return { query, counts };
}
