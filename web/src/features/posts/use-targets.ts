import { useQuery } from '@tanstack/react-query';
import { getSocietiesByUser } from '#models/contract/societies';
import { api } from '@/lib/api';
import type { Target } from './composer-form';

export type { Target };

/** The own societies that one may post in; a change of one's own memberships makes the query stale, so the list follows. */
export function useTargets(): { targets: Target[]; isLoading: boolean } {
  const { data, isPending } = useQuery({
    queryKey: ['societies', 'own'],
    queryFn: async ({ signal }) => (await api(getSocietiesByUser, {}, { signal })).data,
    meta: { failure: false },
  });
  return {
    targets: (data ?? []).filter((society) => society.Can.post).map(({ ID, Name }) => ({ id: ID, name: Name })),
    isLoading: isPending,
  };
}
