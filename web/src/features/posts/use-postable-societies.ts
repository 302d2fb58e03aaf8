import { useQuery } from '@tanstack/react-query';
import { getSocietiesByUser } from '#models/contract/societies';
import { api } from '@/lib/api';
import type { SocietyOption } from './composer-form';
import { ownSocieties } from './viewer';

/** Societies that the viewer may post in. A change of the viewer's memberships invalidates the query. */
export function usePostableSocieties() {
  const { data, isPending, isError, isFetching, refetch } = useQuery({
    queryKey: ownSocieties,
    queryFn: async ({ signal }) => (await api(getSocietiesByUser, {}, { signal })).data,
  });
  return {
    targets: (data ?? []).filter((society) => society.Can.post).map(({ ID, Name }): SocietyOption => ({ id: ID, name: Name })),
    isLoading: isPending,
    isFailed: isError && !data && !isFetching,
    retry: () => void refetch(),
  };
}
