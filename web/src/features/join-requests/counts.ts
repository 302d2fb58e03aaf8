import { useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { CountsOf } from '#models/contract/define';
import { getJoinRequests } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { requests, type Status } from './requests.store';

export type Counts = CountsOf<typeof getJoinRequests>;

const key = (societyId: string) => ['join-requests', societyId, 'counts'];
const settleAfter = 400;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** The viewer's own decisions that are not answered yet, each with the version that it decides about. */
export const useDeciding = create<{ byId: Readonly<Record<string, { society: string; to: Status; version: number }>> }>(() => ({
  byId: {},
}));

onClear(() => {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  useDeciding.setState({ byId: {} });
});

const moved = (counts: Counts, from: Status | null, to: Status | null): Counts => {
  const next = { ...counts };
  if (from) next[from] = Math.max(0, next[from] - 1);
  if (to) next[to] += 1;
  return { ...next, total: next.pending + next.approved + next.rejected };
};

/** One request more, less, or in another state; the server has the last word a moment later. */
export function moveCounts(societyId: string, from: Status | null, to: Status | null): void {
  queryClient.setQueryData<Counts>(key(societyId), (counts) => (counts ? moved(counts, from, to) : counts));
  recount(societyId);
}

/** Asks again how many there are, once for several changes in a row. */
export function recount(societyId: string): void {
  clearTimeout(timers.get(societyId));
  const timer = setTimeout(() => void cancelAndInvalidate(key(societyId)), settleAfter);
  timers.set(societyId, timer);
}

/** How many requests of each status there are, the viewer's own decisions counted at once. */
export function useCounts(societyId: string, isEnabled = true) {
  const query = useQuery({
    queryKey: key(societyId),
    queryFn: async ({ signal }) => {
      const { counts } = await api(getJoinRequests, { society_id: societyId, limit: 1 }, { signal });
      return counts ?? { pending: 0, approved: 0, rejected: 0, total: 0 };
    },
    enabled: isEnabled,
    meta: { failure: false, persist: false },
  });
  const deciding = useDeciding(({ byId }) => byId);
  const open = Object.entries(deciding).filter(
    ([id, { society, version }]) => society === societyId && requests.get(id)?.version === version,
  );
  const counts = query.data && open.reduce((shown, [, { to }]) => moved(shown, 'pending', to), query.data);
  return { query, counts };
}
