import { getPublicProfile, type PublicProfile } from '#models/contract/profiles';
import { createEntities } from '@/sync/entities';
import { defineThings } from '@/sync/things';
import { profileKey } from './profiles.store';

/** Role in which users preview their own profile. */
export type PreviewRole = 'visitor' | 'follower';

/** Parses the `as` parameter of the URL; null for unknown values. */
export const parsePreviewRole = (as: string | null): PreviewRole | null => (as === 'visitor' || as === 'follower' ? as : null);

/** The own profile as others see it, by role and user: apart from the profiles, since it differs from what the viewer sees. */
const profilePreviews = defineThings({
  key: (roleAndId) => {
    const [as = '', id = ''] = roleAndId.split('/');
    return [...profileKey(id), 'as', as];
  },
  call: getPublicProfile,
  input: (roleAndId) => {
    const [as, user_id = ''] = roleAndId.split('/');
    return { user_id, as: as as PreviewRole };
  },
  entities: createEntities<PublicProfile & { key: string }>({ key: 'key' }),
  toEntity: (profile, key) => ({ ...profile, key }),
  access: true,
  persist: false,
});

/** Loads the own profile as others see it. */
export const useProfilePreview = (id: string, as: PreviewRole | null) => profilePreviews.useThing(`${as}/${id}`, as !== null);
