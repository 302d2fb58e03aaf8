import { useQuery } from '@tanstack/react-query';
import { getAllSocieties, getStatistics } from '#models/contract/societies';
import { api } from '@/lib/api';
import { cancelAndInvalidate } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { defineList } from '@/sync/lists';
import { refetchSoon } from '@/sync/refetch-soon';
import { oneSociety, societies } from '@/sync/societies';
import type { DiscoveryFilter } from './discovery-filter';

const pageSize = 20;
const isId = (id: string): boolean => /^[0-9a-f]{24}$/.test(id);

/** Societies to discover, largest first or by trend. */
export const discovered = defineList({
  key: ['societies', 'list'],
  call: getAllSocieties,
  input: ({ q, category, isTrending }: { q: string; category: string; isTrending: boolean }) => ({
    limit: pageSize,
    ...(q && { q }),
    ...(category && { category }),
    ...(isTrending && { filter: 'trending' as const }),
  }),
  entities: societies,
  access: true,
  keepPrevious: true,
});

/** Loads societies for discovery page by page. */
export const useSocietyList = ({ q, category, isTrending }: DiscoveryFilter) => discovered.useView({ q, category, isTrending });

const statisticsKey = ['societies', 'statistics'];

/** Loads the statistics of the community. */
export const useStatistics = () =>
  useQuery({
    queryKey: statisticsKey,
    queryFn: async ({ signal }) => (await api(getStatistics, {}, { signal })).data,
    meta: { access: true },
  });

/** Refetches the statistics. */
export const refetchStatistics = (): Promise<void> => cancelAndInvalidate(statisticsKey);

/** Delay that collects changes before a refetch, with jitter so that browsers do not refetch at the same moment. */
const minDelay = 2000;
const jitter = 4000;
const memberCounts = new Map<string, number>();
onUserChange(() => memberCounts.clear());

/** Refetches the statistics after a delay if the society's member count changed. */
export function refetchStatisticsSoon(societyId: string, memberCount: number): void {
  if (memberCounts.get(societyId) === memberCount) return;
  memberCounts.set(societyId, memberCount);
  refetchSoon(statisticsKey, minDelay + Math.random() * jitter);
}

/** Loads one society; shows the cached one while fetching and after a failed refetch. */
export function useSociety(id: string) {
  const view = oneSociety.useThing(id, isId(id));
  const { state } = view;
  return state.is === 'there' ? { ...view, is: state.is, society: state.thing } : { ...view, is: state.is };
}
