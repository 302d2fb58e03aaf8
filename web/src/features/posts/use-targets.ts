import { useQuery } from '@tanstack/react-query';
import { getSocietiesByUser } from '#models/contract/societies';
import { api } from '@/lib/api';
import type { Target } from './composer-form';
import { ownSocieties } from './viewer';

export type { Target };

/** The own societies that one may post in; a change of one's own memberships makes the query stale, so the list follows. */
export function useTargets() {
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ownSocieties,
    queryFn: async ({ signal }) => (await api(getSocietiesByUser, {}, { signal })).data,
    meta: { failure: false },
  });
  return {
    targets: (data ?? []).filter((society) => society.Can.post).map(({ ID, Name }): Target => ({ id: ID, name: Name })),
    isLoading: isPending,
    isFailed: isError && !data && !isFetching,
    retry: () => void refetch(),
  };
}
