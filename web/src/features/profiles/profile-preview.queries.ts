import { useQuery } from '@tanstack/react-query';
import { getPublicProfile } from '#models/contract/profiles';
import { api } from '@/lib/api';
import { profileKey } from './profiles.store';

/** Role in which users preview their own profile. */
export type PreviewRole = 'visitor' | 'follower';

/** Parses the `as` parameter of the URL; null for unknown values. */
export const parsePreviewRole = (as: string | null): PreviewRole | null => (as === 'visitor' || as === 'follower' ? as : null);

/** Loads the own profile as others see it. Not stored as an entity, since it differs from what the viewer sees. */
export function useProfilePreview(id: string, as: PreviewRole | null) {
  const query = useQuery({
    queryKey: [...profileKey(id), 'as', as],
    queryFn: async ({ signal }) => (await api(getPublicProfile, { user_id: id, as: as ?? 'visitor' }, { signal })).data,
    enabled: as !== null,
    meta: { access: true, persist: false },
  });
  return { query, profile: query.data };
}
