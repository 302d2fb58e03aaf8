import { useQuery } from '@tanstack/react-query';
import { getPublicProfile } from '#models/contract/profiles';
import { api } from '@/lib/api';
import { keyOf } from './profiles.store';

/** Through whose eyes one looks at one's own profile. */
export type Eyes = 'visitor' | 'follower';

/** What the address says of it, if anything that is known. */
export const eyesOf = (as: string | null): Eyes | null => (as === 'visitor' || as === 'follower' ? as : null);

/** One's own profile as others see it: apart from the profiles that are kept, for it is nobody's truth. */
export function usePreview(id: string, as: Eyes | null) {
  const query = useQuery({
    queryKey: [...keyOf(id), 'as', as],
    queryFn: async ({ signal }) => (await api(getPublicProfile, { user_id: id, as: as ?? 'visitor' }, { signal })).data,
    enabled: as !== null,
    meta: { failure: false, persist: false },
  });
  return { query, profile: query.data };
}
